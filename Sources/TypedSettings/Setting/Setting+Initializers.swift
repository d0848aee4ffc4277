// One initialiser per way to give the default, with and without a range. They differ in what they
// demand of the type, which Swift expresses by overloading; all do the same. Those for any type are
// disfavoured, because an optional type fits both groups: the underscored attribute can go when the
// compiler ranks the more constrained one first although its checks have another type.

// MARK: - With a default

extension Setting {
  /// Creates a setting with a default.
  ///
  /// - Parameters:
  ///   - key: The name under which the value is stored, a string literal.
  ///   - defaultValue: The default. The expression is evaluated when it is first needed.
  ///   - validation: A check that values must pass, also stored ones.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  @_disfavoredOverload
  public convenience init(
    key: @autoclosure () -> SettingKey,
    default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    where validation: SettingValidation<Value>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      SettingDeclaration(
        key: key, default: defaultValue, validations: [validation],
        formerly: formerKeys, secret: isSecret, summary: summary, store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Creates a setting with a default and a range of allowed values.
  ///
  /// - Parameters:
  ///   - key: The name under which the value is stored, a string literal.
  ///   - defaultValue: The default. The expression is evaluated when it is first needed.
  ///   - range: The values that are allowed. Others are refused, also when they are stored.
  ///   - validation: A check that values must pass, also stored ones.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  @_disfavoredOverload
  public convenience init(
    key: @autoclosure () -> SettingKey,
    default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    in range: some RangeExpression<Value> & Sendable,
    where validation: SettingValidation<Value>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Comparable {
    self.init(
      SettingDeclaration(
        key: key, default: defaultValue, validations: [.within(range), validation],
        formerly: formerKeys, secret: isSecret, summary: summary, store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Creates a setting whose default is the initial value of the property.
  ///
  /// - Parameters:
  ///   - initialValue: The default. The expression is evaluated when it is first needed.
  ///   - key: The name under which the value is stored, a string literal.
  ///   - validation: A check that values must pass, also stored ones.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  @_disfavoredOverload
  public convenience init(
    wrappedValue initialValue: @autoclosure @escaping @Sendable () -> Value,
    key: @autoclosure () -> SettingKey,
    where validation: SettingValidation<Value>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      SettingDeclaration(
        key: key, default: initialValue, validations: [validation],
        formerly: formerKeys, secret: isSecret, summary: summary, store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Creates a setting with a range, whose default is the initial value of the property.
  ///
  /// - Parameters:
  ///   - initialValue: The default. The expression is evaluated when it is first needed.
  ///   - key: The name under which the value is stored, a string literal.
  ///   - range: The values that are allowed. Others are refused, also when they are stored.
  ///   - validation: A check that values must pass, also stored ones.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  @_disfavoredOverload
  public convenience init(
    wrappedValue initialValue: @autoclosure @escaping @Sendable () -> Value,
    key: @autoclosure () -> SettingKey,
    in range: some RangeExpression<Value> & Sendable,
    where validation: SettingValidation<Value>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Comparable {
    self.init(
      SettingDeclaration(
        key: key, default: initialValue, validations: [.within(range), validation],
        formerly: formerKeys, secret: isSecret, summary: summary, store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Refuses a setting that is neither optional nor has a default.
  ///
  /// - Parameters:
  ///   - key: The name under which the value is stored.
  ///   - validation: A check.
  ///   - formerKeys: Former names.
  ///   - isSecret: Whether the value is a secret.
  ///   - summary: What the setting is for.
  ///   - store: Where the value is kept.
  @available(
    *, unavailable,
    message: "A setting needs a default, 'default: ...', unless its type is optional."
  )
  public convenience init(
    key: @autoclosure () -> SettingKey, where validation: SettingValidation<Value>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [], secret isSecret: Bool = false,
    summary: String? = nil, store: (any SettingStore)? = nil
  ) {
    // The compiler refuses every call.
    fatalError("unavailable")
  }

  /// Refuses a setting with a range that is neither optional nor has a default.
  ///
  /// - Parameters:
  ///   - key: The name under which the value is stored.
  ///   - range: The values that are allowed.
  ///   - validation: A check.
  ///   - formerKeys: Former names.
  ///   - isSecret: Whether the value is a secret.
  ///   - summary: What the setting is for.
  ///   - store: Where the value is kept.
  @available(
    *, unavailable,
    message: "A setting needs a default, 'default: ...', unless its type is optional."
  )
  public convenience init(
    key: @autoclosure () -> SettingKey, in range: some RangeExpression<Value> & Sendable,
    where validation: SettingValidation<Value>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [], secret isSecret: Bool = false,
    summary: String? = nil, store: (any SettingStore)? = nil
  ) where Value: Comparable {
    // The compiler refuses every call.
    fatalError("unavailable")
  }
}

// MARK: - Optional

extension Setting where Value: OptionalSettingValue {
  /// Creates an optional setting, which needs no default.
  ///
  /// - Parameters:
  ///   - key: The name under which the value is stored, a string literal.
  ///   - defaultValue: The default, nil when it is left out.
  ///   - validation: A check that values must pass, nil excepted.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - isRequired: Whether ``SettingCatalog/validate()`` demands a value.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  public convenience init(
    key: @autoclosure () -> SettingKey,
    default defaultValue: @autoclosure @escaping @Sendable () -> Value = nil,
    where validation: SettingValidation<Value.Wrapped>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    required isRequired: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      SettingDeclaration(
        key: key, default: defaultValue, validations: [validation?.ofOptional()],
        formerly: formerKeys, secret: isSecret, required: isRequired, summary: summary,
        store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Creates an optional setting with a range of allowed values.
  ///
  /// - Parameters:
  ///   - key: The name under which the value is stored, a string literal.
  ///   - defaultValue: The default, nil when it is left out.
  ///   - range: The values that are allowed beside nil. Others are refused, also when stored.
  ///   - validation: A check that values must pass, nil excepted.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - isRequired: Whether ``SettingCatalog/validate()`` demands a value.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  public convenience init(
    key: @autoclosure () -> SettingKey,
    default defaultValue: @autoclosure @escaping @Sendable () -> Value = nil,
    in range: some RangeExpression<Value.Wrapped> & Sendable,
    where validation: SettingValidation<Value.Wrapped>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    required isRequired: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value.Wrapped: Comparable {
    self.init(
      SettingDeclaration(
        key: key, default: defaultValue,
        validations: [SettingValidation.within(range).ofOptional(), validation?.ofOptional()],
        formerly: formerKeys, secret: isSecret, required: isRequired, summary: summary,
        store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Creates an optional setting whose default is the initial value of the property.
  ///
  /// - Parameters:
  ///   - initialValue: The default. The expression is evaluated when it is first needed.
  ///   - key: The name under which the value is stored, a string literal.
  ///   - validation: A check that values must pass, nil excepted.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - isRequired: Whether ``SettingCatalog/validate()`` demands a value.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  public convenience init(
    wrappedValue initialValue: @autoclosure @escaping @Sendable () -> Value,
    key: @autoclosure () -> SettingKey,
    where validation: SettingValidation<Value.Wrapped>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    required isRequired: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      SettingDeclaration(
        key: key, default: initialValue, validations: [validation?.ofOptional()],
        formerly: formerKeys, secret: isSecret, required: isRequired, summary: summary,
        store: store,
        location: SourceLocation(file: file, line: line)))
  }

  /// Creates an optional setting with a range and the initial value of the property as default.
  ///
  /// - Parameters:
  ///   - initialValue: The default. The expression is evaluated when it is first needed.
  ///   - key: The name under which the value is stored, a string literal.
  ///   - range: The values that are allowed beside nil. Others are refused, also when stored.
  ///   - validation: A check that values must pass, nil excepted.
  ///   - formerKeys: Names under which earlier versions stored the value, newest first.
  ///   - isSecret: Whether the value must not appear in any text.
  ///   - isRequired: Whether ``SettingCatalog/validate()`` demands a value.
  ///   - summary: What the setting is for, in a sentence.
  ///   - store: Where the value is kept; nil for ``DefaultSettingStore/current``.
  ///   - file: The file of the declaration, for messages.
  ///   - line: The line of the declaration, for messages.
  public convenience init(
    wrappedValue initialValue: @autoclosure @escaping @Sendable () -> Value,
    key: @autoclosure () -> SettingKey,
    in range: some RangeExpression<Value.Wrapped> & Sendable,
    where validation: SettingValidation<Value.Wrapped>? = nil,
    formerly formerKeys: @autoclosure () -> SettingKeyList = [],
    secret isSecret: Bool = false,
    required isRequired: Bool = false,
    summary: String? = nil,
    store: (any SettingStore)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Value.Wrapped: Comparable {
    self.init(
      SettingDeclaration(
        key: key, default: initialValue,
        validations: [SettingValidation.within(range).ofOptional(), validation?.ofOptional()],
        formerly: formerKeys, secret: isSecret, required: isRequired, summary: summary,
        store: store,
        location: SourceLocation(file: file, line: line)))
  }
}
