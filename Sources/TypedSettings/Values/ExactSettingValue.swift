#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A type of this package whose stored form, where there is one, is read back as the same value.
///
/// Of other types that is found out at each write.
protocol ExactSettingValue: SettingValue {}

extension Bool: ExactSettingValue {}

extension Int: ExactSettingValue {}
extension Int8: ExactSettingValue {}
extension Int16: ExactSettingValue {}
extension Int32: ExactSettingValue {}
extension Int64: ExactSettingValue {}
extension Int128: ExactSettingValue {}
extension UInt: ExactSettingValue {}
extension UInt8: ExactSettingValue {}
extension UInt16: ExactSettingValue {}
extension UInt32: ExactSettingValue {}
extension UInt64: ExactSettingValue {}
extension UInt128: ExactSettingValue {}

extension Double: ExactSettingValue {}
extension String: ExactSettingValue {}
extension Date: ExactSettingValue {}
extension Data: ExactSettingValue {}
