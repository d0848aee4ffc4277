import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct SettingCatalogTests {
  let store = InMemoryStore()

  struct Server: Configuration {
    static let shared = Self()
    @Setting(key: "http.host", default: "localhost") var host: String
    @Setting(key: "http.port", default: 80, in: 1...65_535) var port: Int
  }

  @Test func `an edit is written as one change`() throws {
    try withSettingStore(store) {
      let before = store.revision
      let result = try Server.edit {
        Server.host = "a"
        Server.port = 8080
        #expect(Server.host == "a")
        #expect(store.keys().isEmpty)
        #expect(store.revision == before)
        return Server.port
      }
      #expect(result == 8080)
      #expect(store.value(for: "http.host") == "a" && store.value(for: "http.port") == 8080)
    }
  }

  @Test func `an edit that throws writes nothing`() {
    withSettingStore(store) {
      #expect(throws: CancellationError.self) {
        try Server.edit {
          Server.host = "a"
          throw CancellationError()
        }
      }
      #expect(store.keys().isEmpty)
      #expect(Server.host == "localhost")
    }
  }

  @Test func `an edit with a failed assignment throws and writes nothing`() {
    withSettingStore(store) {
      let reports = Reports.collect {
        let error = #expect(throws: SettingError.self) {
          try Server.edit {
            Server.host = "a"
            Server.port = 0
          }
        }
        #expect(error?.kind == .outOfRange && error?.key == "http.port")
      }
      #expect(reports.isEmpty)
      #expect(store.keys().isEmpty)
    }
  }

  @Test func `others do not see an edit before its end`() throws {
    let store = store
    try withSettingStore(store) {
      try Server.edit {
        Server.host = "a"
        let outside = try Threads.onOther {
          withSettingStore(store) { Server.host }
        }
        #expect(outside == "localhost")
      }
    }
  }

  @Test func `an edit of settings in two stores writes both`() throws {
    struct Mixed: Configuration {
      static let shared = Self()
      static let first = InMemoryStore()
      static let second = InMemoryStore()
      @Setting(key: "a", default: 0, store: first) var a: Int
      @Setting(key: "b", default: 0, store: second) var b: Int
    }
    #expect(throws: CancellationError.self) {
      try Mixed.edit {
        Mixed.a = 1
        Mixed.b = 1
        throw CancellationError()
      }
    }
    #expect(Mixed.first.keys().isEmpty && Mixed.second.keys().isEmpty)
    try Mixed.edit {
      Mixed.a = 1
      Mixed.b = 1
    }
    #expect(Mixed.first.keys() == ["a"] && Mixed.second.keys() == ["b"])
  }

  @Test func `parallel edits of two catalogs over the same stores all end`() throws {
    struct Forth: Configuration {
      static let shared = Self()
      static let first = InMemoryStore()
      static let second = InMemoryStore()
      @Setting(key: "a", default: 0, store: first) var a: Int
      @Setting(key: "b", default: 0, store: second) var b: Int
    }
    struct Back: Configuration {
      static let shared = Self()
      @Setting(key: "b", default: 0, store: Forth.second) var b: Int
      @Setting(key: "a", default: 0, store: Forth.first) var a: Int
    }
    let failures = Threads.parallel(threads: 8, count: 100) {
      try Forth.edit {
        Forth.a += 1
        Forth.b += 1
      }
      try Back.edit {
        Back.b += 1
        Back.a += 1
      }
    }
    #expect(failures == 0)
    #expect(Forth.a == 1600 && Forth.b == 1600)
  }

  @Test func `reset forgets all settings of the catalog and nothing else`() throws {
    try store.set("kept", for: "other")
    try withSettingStore(store) {
      Server.host = "a"
      Server.port = 1
      try Server.reset()
      #expect(store.keys() == ["other"])
    }
  }

  @Test func `synchronize passes on the error of a store`() {
    withSettingStore(BrokenStore()) {
      #expect(throws: BrokenStore.Failure.self) { try Server.synchronize() }
    }
    #expect(throws: Never.self) {
      try withSettingStore(store) { try Server.synchronize() }
    }
  }
}
