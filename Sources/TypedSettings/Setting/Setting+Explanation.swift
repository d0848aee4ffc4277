extension Setting {
  /// Which source gives the value, what that hides, and the default with its line of code.
  ///
  /// Asking for it reports nothing: what is wrong stands in it.
  ///
  /// - Complexity: Every source is asked, each time.
  public var explanation: SettingExplanation {
    let access = access
    var current: Value?
    var entries: [SettingExplanation.Entry] = []
    for rank in access.sources.indices {
      do throws(SettingError) {
        guard let found = try find(at: rank, access) else { continue }
        let reading = decode(found, access)
        if entries.isEmpty, case .stored(let value) = reading { current = value }
        entries.append(entry(for: found, in: access.sources[rank], reading))
      } catch {
        entries.append(
          .init(
            place: access.sources[rank].origin(of: key), key: key, value: nil, problem: error,
            form: nil))
      }
    }
    let value = current ?? defaultValue
    return SettingExplanation(
      key: key, value: shownValue(value), entries: entries, defaultValue: shownValue(defaultValue),
      declaration: declaration.location.description, form: shownForm(value),
      defaultForm: shownForm(defaultValue))
  }

  private func entry(
    for found: Found, in source: any SettingSource, _ reading: Reading
  ) -> SettingExplanation.Entry {
    var problem: SettingError?
    if case .failed(let error) = reading { problem = error }
    return .init(
      place: source.origin(of: found.key), key: found.key,
      value: isSecret ? StoredValue.shownSecret : found.form.shown, problem: problem,
      form: isSecret ? nil : found.form)
  }

  /// The stored form of a value that may be shown.
  private func shownForm(_ value: Value) -> StoredValue? {
    // A default without a stored form, such as a NaN in a struct, is described in words alone.
    isSecret ? nil : try? value.encode()
  }

  /// Makes text for people of a value, without holding the setting.
  var shownValue: @Sendable (Value) -> String {
    { [isSecret] value in
      do {
        let form = try value.encode()
        if form == .null { return StoredValue.shownNull }
        return isSecret ? StoredValue.shownSecret : form.shown
      } catch {
        return isSecret ? StoredValue.shownSecret : StoredValue.shownWithoutForm
      }
    }
  }
}
