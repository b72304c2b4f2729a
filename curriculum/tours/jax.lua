-- Random bits without a state, loops that can be differentiated, and how a transpose walks backwards.
return tour {
  id = "jax", commit = "cec06d116c05f0d52adfceee3d3b730fdbcb0ce5", date = "2026-08-08", licence = "Apache-2.0",
  seeds = {"S002-REPO-8"}, labs = {"c10-pure-functions"}, hours = 3, as_of = "2026-11",
  files = {
    {"jax/_src/random/threefry2x32.py", bytes = 13986,
     sha256 = "f59f2ceacbbf62ec588cf7b1dd1c0103669211eb93c8a73107805d403dade95d", minutes = 35,
     read = {{from = "threefry2x32_p", why = "a hash of two words under a key of two words"},
             {from = "threefry_random_bits", why = "two ways to make bits from hashes, and which is the default"},
             {from = "threefry_fold_in", why = "a new key from a key and a number"}}},
    {"jax/_src/random/prng.py", bytes = 31049,
     sha256 = "d573cbdc55dfe5999a24f625f56b1a7a48ff85147918284dbf9c9d6a30116ab6", minutes = 30,
     read = {{from = "PRNGImpl", why = "five functions are all that a generator is"},
             {from = "iota_2x32_shape", why = "how an index of 64 bits is made from a shape"}}},
    {"jax/_src/lax/control_flow/loops.py", bytes = 140391,
     sha256 = "59a46b4b21911d1fe1b5fda6199b75cfcef0dbcd84ad5fd8c71de7eff0f01a7c", minutes = 55,
     read = {{from = "fori_loop", why = "when it becomes a scan and when a while loop"},
             {from = "_while_transpose_error", why = "the sentence that everybody meets once"},
             {from = "_scan_transpose_fancy", why = "what a scan has to keep for its backward pass"}}},
    {"jax/_src/interpreters/ad.py", bytes = 47982,
     sha256 = "770cf51ef1d1c51e90f933a7513d9a018beca83a62461263d382d807abf76d56", minutes = 40,
     read = {{from = "backward_pass3", why = "forwards once over the list, then backwards over a part of it"}}},
  },
  questions = {
    q.table{id = "hashes", unit = "1", file = "jax/_src/random/threefry2x32.py", symbol = "threefry_random_bits",
      ask = [[threefry2x32.py, `threefry_random_bits`: how many hashes of two words are computed for {{= n(p.n)}}
        draws of so many bits, by the original scheme and by the default one?]],
      vary = {n = {4096, 65536, 1048576}},
      rows = {"8 bits", "16 bits", "32 bits", "64 bits"}, columns = {"original", "default"},
      answer = function(f, p)
        local out = {}
        for k, bits in ipairs({8, 16, 32, 64}) do out[k] = {p.n*bits // 64, p.n} end
        return out
      end,
      wrong = {{cell = {3, 1}, value = function(f, p) return p.n end, hint = [[A hash gives two words, and the
        original uses both.]]},
               {cell = {1, 2}, value = function(f, p) return p.n*8 // 64 end,
                hint = "By default each element has a hash of its own, whatever is cut from it."}},
      worked = [[The original scheme cuts every bit out of what was hashed: n · bits / 64 hashes. The default takes
        one hash for each element, folds its two words by an exclusive or and cuts what is needed: n hashes, 8, 4, 2
        and 1 times as many. What it buys: element i depends on the key and on i alone, so that a sharded array is
        filled without a word between devices, and does not depend on how it is sharded.]]},
    q.multi{id = "what-holds", file = "jax/_src/random/threefry2x32.py", symbol = "threefry_fold_in",
      ask = [[threefry2x32.py, `threefry_fold_in`, `threefry_split` and the bits of 32: which hold?]],
      options = {"By default, the first n of n + 1 draws are the n draws.",
                 "By default, folding i into a key gives the i-th of the keys that a split into n gives.",
                 "By default, draws of shape (2, 3) are the six draws, reshaped.",
                 "In the original scheme, draws of shape (2, 3) are the six draws, reshaped.",
                 "In the original scheme, the first n of n + 1 draws are the n draws.",
                 "In the original scheme, folding i gives the i-th key of a split."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "There the words i and i + n/2 are hashed together: n matters."},
               {value = 6, hint = "There a split hashes 2n numbers in pairs, half of the list apart."}},
      worked = [[By default the counter of element i is i itself, in two words: prefix, split and fold all hash (0,
        i) under the key. The original scheme takes the list 0, 1, 2 … and hashes its first half against its second,
        so that everything depends on the length. In both schemes the index is the linear one, so shapes do not
        matter. Programs must rely on none of these equalities: keys that are used twice give the same bits by
        whatever name.]]},
    q.multi{id = "rounds", file = "jax/_src/random/threefry2x32.py", symbol = "rotate_left",
      ask = [[threefry2x32.py, the hash and its `rotate_left`: which are so?]],
      options = {"There are 20 rounds: five groups of four.", "Two sets of four rotations are used in turn.",
                 "Words of the key are added six times, once before the first round.",
                 "A third word of the key is made from the two by exclusive or with a constant.",
                 "The key is added in every round.", "The rotations depend on the key."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "After every four rounds, with the number of the group beside it."},
               {value = 6, hint = "They are constants: that is what makes it fast."}},
      worked = [[Five groups of four rounds, rotations 13, 15, 26, 6 and 17, 29, 16, 24 in turn. A round is an
        addition, a rotation and an exclusive or: no table, no multiplication. The key goes in before the first
        round and after each group, together with the group's number, so that no two groups are alike. The third
        word ties the two together with a constant.]]},
    q.multi{id = "loop-gradient", file = "jax/_src/lax/control_flow/loops.py", symbol = "fori_loop",
      ask = [[loops.py, `fori_loop`: when can it be differentiated backwards, and what does the error say
        otherwise?]],
      options = {"When both bounds are known while tracing: then it becomes a scan.",
                 "When the bounds are traced values it becomes a while loop, and the backward pass is refused.",
                 "The error recommends a scan, or bounds that are static.",
                 "Forward-mode differentiation works in both cases.",
                 "With traced bounds it works as long as the body keeps no state.",
                 "A while loop is differentiated by running it again from its end."},
      answer = {1, 2, 3, 4},
      wrong = {{value = 5, hint = "The number of turns decides how much has to be kept, and nobody knows it."},
               {value = 6, hint = "A body need not be invertible."}},
      worked = [[The backward pass needs what each turn had, so that memory for all turns has to be set aside before
        the loop runs. With known bounds that is a scan, whose residuals are stacked. With a number of turns that is
        known only when the loop ends there is no shape for them. Forward mode carries tangents along and needs
        nothing of the kind.]]},
    q.multi{id = "backward", file = "jax/_src/interpreters/ad.py", symbol = "backward_pass3",
      ask = [[ad.py, `backward_pass3`: which are so?]],
      options = {"If all cotangents are symbolic zeros and there are no effects, nothing runs.",
                 "Equations whose inputs are not linear are evaluated in the forward order first.",
                 "Only the equations that take part in what is differentiated are walked in reverse.",
                 "Equations are sorted by their dependences before the walk.",
                 "Each equation is evaluated again in the reverse walk."},
      answer = {1, 2, 3},
      wrong = {{value = 4, hint = "They were recorded in an order that fits: reversing it is enough."},
               {value = 5, hint = "What is evaluated has been kept; a linear equation is transposed."}},
      worked = [[The list is in the order in which it was traced, so that its reverse is a right order for
        cotangents: no sort. One pass forwards evaluates what is not linear in the inputs of interest, and gives
        each linear result an accumulator; then the linear equations alone are transposed, last first. A symbolic
        zero is a promise that a whole part of the graph need not be touched, and the early return is where it
        pays.]]},
  },
}
