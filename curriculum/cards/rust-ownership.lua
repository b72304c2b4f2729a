return card {
  seeds = {"S000-P1-T1"},
  sources = {
    "Klabnik, Nichols: *The Rust Programming Language*, chapters 4, 10, 13 and 15. https://doc.rust-lang.org/book/",
    "*The Rustonomicon*, on what `unsafe` obliges to. https://doc.rust-lang.org/nomicon/",
  },
  facts = function() return {gen = 32} end,
  questions = {
    q.multi{id = "removed", seed = "S000-P1-T1",
      ask = "Which mistakes does safe Rust refuse to compile?",
      options = {"using a value after it was moved", "a stale index into a pool", "a reference into a freed arena",
                 "a deadlock", "two writers to one value at the same time"},
      answer = {1, 3, 5},
      wrong = {{value = 2, hint = "An index is a number: the compiler does not know what it once named."},
               {value = 4, hint = "Locks taken in the wrong order compile."}},
      worked = "Ownership, lifetimes and exclusive loans are in the types. What is only a number, or only an " ..
          "order, is not."},

    q.choice{id = "zero", seed = "S000-P1-T1",
      ask = "What does a loan cost when the program runs?",
      options = {"a counter in each value", "nothing: it is checked in the text", "a lock"},
      answer = 2,
      wrong = {{value = 1, hint = "That is your pool in C, or a RefCell where one asked for it."},
               {value = 3, hint = "Locks are for threads, and asked for by name."}},
      worked = "The price is paid by the compiler, and by you: some correct programs are refused."},

    q.num{id = "generations", unit = "s", rtol = .01,
      ask = [[A pool's handle has {{= p.bits}} bits of generation. A slot is freed and taken again
        {{= n(p.rate)}} times a second. After how long can a stale handle be mistaken for a good one?]],
      vary = {bits = {8, 16}, rate = {1000, 100000}},
      answer = function(f, p) return 2^p.bits/p.rate end,
      wrong = {{value = function(f, p) return 2^(p.bits - 1)/p.rate end,
                hint = "All codes are used before the first comes round again."}},
      worked = "2^{{= p.bits}} / {{= n(p.rate)}} a second = {{= n(2^p.bits/p.rate,4)}} s. A reference would " ..
          "have been refused; an index never is."},
  },
}
