/// Rows of Markdown as a table, whose first row is the head.
struct MarkdownTable: CustomStringConvertible {
  let rows: [[String]]

  /// The rows as lines, without a line end behind the last one.
  var description: String {
    var lines = rows.map { row in
      "| " + row.map(\.asMarkdownCell).joined(separator: " | ") + " |"
    }
    let rule = "|" + String(repeating: "---|", count: rows.first?.count ?? 0)
    lines.insert(rule, at: min(1, lines.count))
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text as code in a line of Markdown, whatever backticks it has.
  var asMarkdownCode: String {
    var fence = "`"
    while contains(fence) { fence += "`" }
    // A space at each end keeps a backtick there apart from the fence.
    let isAmbiguous = hasPrefix("`") || hasSuffix("`") || isEmpty
    return isAmbiguous ? "\(fence) \(self) \(fence)" : fence + self + fence
  }

  /// The text on one line, without an end of the cell in it.
  fileprivate var asMarkdownCell: String {
    var cell = ""
    var isEscaped = false
    for character in split(whereSeparator: \.isNewline).joined(separator: " ") {
      if character == "|" && !isEscaped { cell += "\\" }
      cell.append(character)
      isEscaped = character == "\\" && !isEscaped
    }
    return cell
  }
}
