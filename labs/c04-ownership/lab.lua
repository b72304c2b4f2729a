-- c04-ownership: an arena with scopes, and a pool whose handles and loans are checked at run time.

local STAGES = {bronze = .35, silver = .65, gold = .90}
local N, GROUP, GEN = 16384, 64, 255
local PLANTED, RANDOM, VECTORS, LENDING, MOVES, BIRTHS, GROWTH, LOANS = 0, 1, 2, 3, 4, 5, 6, 7

local function scopes(id, ops, bytes, shift, more)
  local c = {id = id, ops = ops, bytes = bytes, shift = shift, calls = {"scopes"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local function rules(id, kind, slots, rops, fail_at, more)
  local c = {id = id, kind = kind, slots = slots, rops = rops, fail_at = fail_at, calls = {"rules"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

local EDGE = {tags = {"edge"}}

return lab {
  api = 1, rev = 1, id = "c04-ownership", title = "Ownership, lifetimes, arenas in C",
  kind = "system", domain = {"systems", "memory"}, seeds = {"S000-P1-T1"},
  requires = {}, suggests = {"w01-roofline"},
  hours = {read = 1.5, lab = 2.5},
  durable = {"One owner; many readers or one writer; nothing outlives what it points to",
             "An index and a generation can be checked, a pointer cannot",
             "Memory with one common end needs one release: that is what an arena knows"},
  ephemeral = {{"Nanoseconds of this lab's example machine and C library", as_of = "2026-11"}},
  readings = {
    {"paged", hours = .5, look_for = [[section 4: block tables, reference counts and copy-on-write.
      Who owns a block, when may it be written, and what makes it free?]]},
  },

  lang = "c", backends = {"cpu"},
  edit = {"ownership.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 512, threads = 1},

  buffers = {
    script = {dtype = "i32", shape = {"ops", "4"}, dist = gen.custom"script"},
    got = {dtype = "i64", shape = {"ops", "2"}, note = "status and value of each step"},
    rules = {dtype = "i32", shape = {"rops", "4"}, dist = gen.custom"rules"},
    said = {dtype = "i64", shape = {"rops", "2"}, note = "status and value of each step"},
    left = {dtype = "i64", shape = {"2"}, note = "leaked slots; blocks that never went back"},
    sizes = {dtype = "u32", shape = {"N"}, dist = gen.custom"sizes", note = "8 to 96 bytes"},
    where = {dtype = "i32", shape = {"N"}},
    counts = {dtype = "i64", shape = {"2"}},
  },

  calls = {
    scopes = call{harness = true, args = {i32"bytes", i32"shift", input"script", output"got"},
                  verify = "scopes", title = "arena and scopes"},
    rules = call{harness = true, args = {i32"slots", i32"fail_at", input"rules", output"said",
                 output"left"}, verify = "rules", title = "who owns, who borrows"},
    allocs = call{harness = true, args = {i32"group", input"sizes", output"where", output"counts"},
                  verify = "allocs", title = "allocations in short scopes"},
  },

  cases = {
    scopes("first-scopes", 60, 8192, 0),
    scopes("tight", 300, 700, 24, EDGE),
    scopes("odd-base", 400, 16384, 4099, {tags = {"edge"}, note = "the memory begins at an odd address"}),
    scopes("deep", 2000, 60000, 64),
    scopes("hidden-scopes", 800, gen.pick{3000, 20000}, gen.pick{1, 40, 2050}, {hidden = true}),
    rules("planted", PLANTED, 8, 120, -1, {tags = {"edge"}, note = "one violation after another"}),
    rules("few-slots", RANDOM, 2, 400, -1, EDGE),
    rules("many", RANDOM, 8, 500, -1),
    rules("no-memory", RANDOM, 8, 300, 0, {tags = {"edge"}, note = "the first block is refused"}),
    rules("no-growth", RANDOM, 8, 300, 4, EDGE),
    rules("generations", VECTORS, 1, 3000, -1, {tags = {"edge"}, note = "one slot, until it is used up"}),
    rules("lending", LENDING, 1, 2000, -1, {tags = {"edge"}, note = "500 loans of one vector"}),
    rules("moving", MOVES, 1, 1100, -1, {tags = {"edge"}, note = "moved until the generations are used up"}),
    rules("births", BIRTHS, 1, 540, -1, {tags = {"edge"}, note = "born and dropped 255 times, then no more"}),
    rules("growing", GROWTH, 2, 90, 4, {tags = {"edge"}, note = "4, 8, 16, 32 elements; the fifth block is refused"}),
    rules("all-loans", LOANS, 2, 80, -1, {tags = {"edge"}, note = "64 loans, and one more"}),
    rules("hidden-rules", RANDOM, gen.pick{3, 5, 12}, 600, gen.pick{-1, 2, 7}, {hidden = true}),
    {id = "uneven", N = 1001, group = 7, calls = {"allocs"}},
    {id = "hidden-sizes", hidden = true, N = gen.pick{777, 1300}, group = gen.pick{5, 13}, calls = {"allocs"}},
    {id = "requests", N = N, group = GROUP, calls = {"allocs"}, tags = {"gate", "bench"}},
  },

  counters = {heap_calls = "calls of sys_alloc"},
  gates = {
    gate{id = "no-heap", call = "allocs", case = "requests", counter = "heap_calls", op = "==", value = 0,
         on = "cpu", why = "the arena's memory was taken once, before the loop"},
    gate{id = "no-clearing", call = "allocs", case = "requests", counter = "c_stores", op = "<=",
         value = "2*N + 16*(N/group) + 256", on = "cpu",
         why = "an allocation moves one number; the block itself is not touched"},
    gate{id = "few-loads", call = "allocs", case = "requests", counter = "c_loads", op = "<=",
         value = "8*N + 32*(N/group) + 256", on = "cpu",
         why = "base, size, used: nothing is searched, however many blocks there are"},
  },

  bench = {
    bench{id = "alloc", call = "allocs", case = "requests", clock = "cpu", stages = STAGES,
          title = "allocations in scopes of 64", why = "8 to 96 bytes each, aligned to 16"},
  },

  predict = {
    predict{id = "flops", axis = "flops", unit = "1", answer = "f.ops", rtol = .7,
            ask = "Arithmetic and comparisons of one arena_alloc: about how many instructions?",
            worked = [[Difference, sum, negation, two masks, three comparisons, two sums: about
              {{= f.ops}} in the source.]]},
    predict{id = "bytes", axis = "bytes", unit = "B", answer = "8", rtol = .01,
            ask = "How many bytes of its bookkeeping does a successful arena_alloc have to write?",
            worked = "One size_t: used."},
    predict{id = "intensity", axis = "intensity", unit = "1", answer = "f.ops/32", rtol = .8,
            ask = "It reads base, size and used and writes used. So operations for each byte?",
            worked = "{{= f.ops}} over 32 bytes, all in L1: latency counts here, not bandwidth."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", answer = "1", rtol = .01,
            ask = "How many allocations of one arena can be under way at a time?",
            worked = "One: each begins where the one before it ended. Hence an arena for each thread."},
    predict{id = "failure", axis = "failure",
            choices = {"a block of a closed scope is read", "a block is released twice",
                       "the heap is fragmented"},
            answer = "a block of a closed scope is read",
            ask = "Which of these can still happen to somebody who uses the arena only?"},
  },

  facts = function(hw)
    local f = {n = N, group = GROUP, gen = GEN, ops = 10, bronze = STAGES.bronze, silver = STAGES.silver,
               gold = STAGES.gold}
    -- Measured 2026-11 on one core of a virtual machine with an AMD EPYC, gcc 12.2 -O3, glibc, thread CPU
    -- clock, best of 60 runs over 65,536 blocks of 8..96 B in groups of 64: nanoseconds a block.
    f.ns = {naive = 36.2, malloc = 17.1, arena = 2.6, get = 2.8}
    f.mean = 52 -- bytes, mean of 8..96
    f.vram, f.bw = hw.h200.mem + 0.0, hw.h200.bw + 0.0
    f.llama = {L = 80, Hkv = 8, hd = 128, block = 16} -- Llama 3 70B, keys and values in bf16
    f.kv_block = 2*f.llama.L*f.llama.Hkv*f.llama.hd*2*f.llama.block
    f.wrap = function(bits, rate) return (2.0^bits - 1)/rate end
    f.reserve = 40e9
    f.aligned = function(at, a) return (at + a - 1)//a*a end
    return f
  end,

  questions = {
    q.multi{id = "rustc-moves", seed = "S000-P1-T1",
      ask = [[Which of these does rustc refuse? v is `let mut v = vec![1, 2, 3];` each time.]],
      options = {"let w = v; println!(\"{}\", v.len());",
                 "let w = v.clone(); println!(\"{}\", v.len());",
                 "let r = &v[0]; v.push(4); println!(\"{}\", r);",
                 "let r = &v[0]; println!(\"{}\", r); v.push(4);"},
      answer = {1, 3},
      worked = [[1 uses v after it was moved into w. 3 pushes while r is borrowed and used afterwards: the
        vector may move. In 4 the borrow ends with its last use, before the push; 2 has two owners of two
        vectors.]]},
    q.multi{id = "rustc-borrows", seed = "S000-P1-T1",
      ask = "And which of these?",
      options = {"let a = &mut v; let b = &v; a.push(1); println!(\"{}\", b.len());",
                 "let a = &v; let b = &v; println!(\"{}\", a.len() + b.len());",
                 "fn f<'a>() -> &'a Vec<i32> { let v = vec![1]; &v }",
                 "let r; { let x = 5; r = &x; } println!(\"{}\", r);"},
      answer = {1, 3, 4},
      worked = [[1: a writer and a reader at once. 3: the vector dies with f, the reference would not. 4:
        x does not live as long as r. Two readers (2) are fine.]]},
    q.num{id = "offset", unit = "B", rtol = 1e-9, seed = "S000-P1-T1",
      ask = [[An arena begins at address 4096 and has used {{= p.used}} bytes. Where, as an offset, does a
        block with alignment 64 begin?]],
      vary = {used = {65, 130, 200}},
      answer = function(f, p) return f.aligned(p.used, 64) end,
      wrong = {{value = function(_, p) return p.used//64*64 end, hint = "That is rounded down: it is in use."},
               {value = function(_, p) return p.used end, hint = "That address is no multiple of 64."},
               {value = function(f, p) return f.aligned(p.used, 64) - p.used end, hint = "So much is wasted."}},
      worked = "The next multiple of 64: {{= n(f.aligned(p.used, 64))}}."},
    q.num{id = "padding", unit = "B", rtol = .01, seed = "S000-P1-T1",
      ask = [[Sizes are whole bytes, all remainders equally likely. How many bytes does alignment
        {{= p.a}} waste on each block, on average?]],
      vary = {a = {8, 32, 64}},
      answer = function(_, p) return (p.a - 1)/2 end,
      wrong = {{value = function(_, p) return p.a/2 end,
                hint = "The waste is 0 to a - 1, and 0 is one of the possibilities."},
               {value = function(_, p) return p.a - 1 end, hint = "That is the worst case."}},
      worked = "0, 1, ..., {{= p.a - 1}} equally often: {{= n((p.a - 1)/2, 1)}}."},
    q.num{id = "wrap", unit = "s", rtol = .01, seed = "S000-P1-T1",
      ask = [[A slot is reused {{= si(p.rate, "times a second")}}. After which time does a generation
        of 32 bits, 0 left out, come round to a handle's again?]],
      vary = {rate = {1e4, 1e5, 1e6}},
      answer = function(f, p) return f.wrap(32, p.rate) end,
      wrong = {{value = function(f, p) return f.wrap(16, p.rate) end, hint = "That is 16 bits."},
               {value = function(f, p) return f.wrap(31, p.rate) end, hint = "It is unsigned."}},
      worked = [[(2^32 - 1)/{{= n(p.rate)}} = {{= n(f.wrap(32, p.rate))}} s. A server runs longer than
        that: retire the slot, or take 64 bits.]]},
    q.num{id = "hold", unit = "1", rtol = 1e-9, seed = "S000-P1-T1",
      ask = [[a owns b by a link, b owns c. c was cloned {{= p.k}} times; then the handles of b and c were dropped,
        and {{= p.d}} of the clones. How many owners has c after a's handle is dropped, too?]],
      vary = {k = {5, 6, 9}, d = {2, 3}},
      answer = function(_, p) return p.k - p.d end,
      wrong = {{value = function(_, p) return p.k - p.d + 1 end, hint = "b died with a. Its link counted too."},
               {value = function(_, p) return p.k - p.d - 1 end,
                hint = "c's own handle was one owner and b's link another. Each is taken away once."},
               {value = function(_, p) return p.k end, hint = "A clone that is dropped is an owner less."}},
      worked = [[c had its handle, b's link and {{= p.k}} clones: {{= p.k + 2}} owners. The handle and {{= p.d}}
        clones go; a dies, so b loses its only owner and dies, so its link goes: {{= p.k - p.d}} clones are
        left.]]},
    q.num{id = "kv", unit = "1", rtol = .01, seed = "S000-P1-T1",
      ask = [[A pool of blocks of {{= f.llama.block}} tokens' keys and values of Llama 3 70B
        ({{= f.llama.L}} layers, {{= f.llama.Hkv}} KV heads of {{= f.llama.hd}}, bf16) has
        {{= p.g}} GB. How many blocks are that?]],
      vary = {g = {20, 50, 60}},
      answer = function(f, p) return p.g*1e9//f.kv_block end,
      wrong = {{value = function(f, p) return p.g*1e9//(f.kv_block/2) end,
                hint = "Keys and values: two of them. And two bytes each."},
               {value = function(f, p) return p.g*2^30//f.kv_block end, hint = "GB, not GiB."}},
      worked = [[2 · {{= f.llama.L}} · {{= f.llama.Hkv}} · {{= f.llama.hd}} · 2 B ·
        {{= f.llama.block}} = {{= n(f.kv_block)}} B each; {{= n(p.g*1e9//f.kv_block)}}.]]},
    q.choice{id = "alias", seed = "S000-P1-T1",
      ask = [[Somebody memcpys a handle of a vector with two owners and drops both the handle and the copy.
        What happens in this lab's pool?]],
      options = {"the second drop is stale", "the second drop takes away somebody else's share",
                 "the vector leaks"}, answer = 2,
      worked = [[Equal handles cannot be told apart, and a count does not know whose it is. Moving catches
        copies, counting does not; a language that forbids the memcpy does.]]},
    q.order{id = "growth", seed = "S000-P1-T1",
      ask = "Growing a vector so that a refusal changes nothing: in order.",
      items = {"Check that nobody has it on loan", "Take the new block", "Copy the elements",
               "Give the old block back", "Store the new element"},
      hint = "What can fail comes before what cannot be undone."},
    q.text{id = "why-not", min_words = 40, seed = "S000-P1-T1",
      ask = [[rustc checks at compile time what your pool checks at run time. Name one error that each
        finds and the other does not, or finds later, and what each check costs.]],
      rubric = {"rustc: on every path, also those no test runs; costs annotations and restructuring",
                "pool: patterns that depend on data, such as graphs and indices, which rustc refuses or cannot see",
                "pool: a load and a comparison at each access, and failure is a status at run time",
                "Rc cycles and stale indices are safe Rust: neither memory-unsafe nor found"}},
  },

  hints = {
    {on = "build", match = {"attempt to use poisoned"},
     [["attempt to use poisoned" means a call of the heap: there is sys_alloc, and only
      own_push needs it.]]},
    {on = "sanitize", [[heap-use-after-free: who still held the old block when the vector grew or died?
      Overflow in the arena: which of your sums wraps when n is almost SIZE_MAX?]]},
    {on = "gate:no-heap", "arena_alloc calls sys_alloc. All of its memory came with arena_init."},
    {on = "gate:no-clearing", "More than one store a block. Who asked for zeros?"},
    {on = "gate:few-loads", [[A loop inside arena_alloc: the distance to the next multiple of a power of two
      is one negation and one mask.]]},
    {on = "bench:alloc", [[No division (% align is one), no loop, no second structure. Look at the code:
      gcc -O3 -S, some fifteen instructions.]]},
    {on = "case:tight", [[The block must fit with its padding. Compare n with the room that is left; do not
      add n to anything before you know.]]},
    {on = "case:odd-base", "Align the address, not the offset: the memory itself begins at an odd one."},
    {on = "call:scopes", [[Read the step in the message. Closing: is the scope at its depth still the one
      that was opened (serial)? Is it the innermost? May point: compare depths, and free memory has none.]]},
    {on = "case:generations", [[A handle of 255 lives ago must not become valid again. What does a slot do
      after its last generation, and what does moving do in that one?]]},
    {on = "case:lending", [[The first loan's copy must stay stale for ever: loans have generations too, and
      a loan whose generations are used up is not lent again.]]},
    {on = "case:moving", [[Moving takes a generation. In the last one there is none left: FULL, but BUSY comes before
      FULL.]]},
    {on = "case:births", "GEN_MAX is a generation too: the slot is retired after it, not before."},
    {on = "case:growing", "Room for 4, then 8, 16, 32: a block each time the room is used up, and none in between."},
    {on = "case:all-loans", "POOL_LOANS loans at a time, not one fewer or more. BUSY comes before FULL."},
    {on = "case:no-memory", "sys_alloc returned NULL. Is the vector exactly as it was?"},
    {on = "call:rules", [[Read the step in the message and its order of statuses in lab.h. Then ask of the
      vector: how many owners, how many readers, is there a writer? And was the handle copied?]]},
    {after = 3, [[Draw the slots as a table, generation, owners, readers, writer, child, and play the case
      `planted` by hand: it is in the order of the contract.]]},
  },
}
