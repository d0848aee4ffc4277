/// Rows of text with aligned columns.
struct TextTable {
  let rows: [[String]]

  /// The rows as lines, without a line end behind the last one.
  ///
  /// - Parameter indentation: How many spaces stand in front of each line.
  /// - Returns: The lines.
  func description(indentedBy indentation: Int = 0) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    let lines = rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = String(repeating: " ", count: indentation) + cells.joined(separator: "  ")
      return String(
        line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
    return lines.joined(separator: "\n")
  }
}
