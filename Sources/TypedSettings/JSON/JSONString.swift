/// Strings as JSON spells them.
enum JSONString {
  /// The string that a valid JSON string, in quotation marks, stands for.
  static func decode(_ quoted: ArraySlice<UInt8>) -> String {
    let body = quoted.dropFirst().dropLast()
    guard body.contains(UInt8(ascii: "\\")) else { return String(decoding: body, as: UTF8.self) }
    var units: [UInt8] = []
    var index = body.startIndex
    while index < body.endIndex {
      guard body[index] == UInt8(ascii: "\\") else {
        units.append(body[index])
        index += 1
        continue
      }
      let letter = body[index + 1]
      guard letter == UInt8(ascii: "u"), let unit = codeUnit(in: body, at: index + 2) else {
        units.append(escapes[letter] ?? letter)
        index += 2
        continue
      }
      index += 6
      var codePoint = UInt32(unit)
      if UTF16.isLeadSurrogate(unit), let second = codeUnit(in: body, at: index + 2) {
        codePoint = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        index += 6
      }
      if let scalar = UnicodeScalar(codePoint) { units.append(contentsOf: String(scalar).utf8) }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// The JSON spelling of a string, in quotation marks.
  static func encode(_ string: String) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        result += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F:
        if let letter = escapes.first(where: { $0.value == byte })?.key {
          result += [UInt8(ascii: "\\"), letter]
        } else {
          let digits = String(byte, radix: 16)
          result += "\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8
        }
      default:
        result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return result
  }

  /// The code unit that four hexadecimal digits spell, nil where there are none.
  static func codeUnit<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at start: Int)
    -> UInt16?
  where Bytes.Index == Int {
    guard start >= bytes.startIndex, start + 4 <= bytes.endIndex else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// The letters after a backslash, and the bytes they stand for.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D,
  ]
}
