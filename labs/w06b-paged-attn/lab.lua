-- w06b-paged-attn: attention of a decode step over a paged cache, in one pass and in splits.

local CLOCK = 1.98e9      -- an H200's highest SM clock, in Hz
local LATENCY = 600e-9    -- of a load from HBM under load: assumed, round
local BLOCKS_SM = 3       -- blocks of 128 threads that an SM holds at the optimised kernel's 168 registers
local CARD = {b = 32, len = 8192, chunk = 512}

local BOTH = {"paged_attn", "paged_split"}
local SPLITS = "(len_max + bs*cb - 1)//(bs*cb)"
local SHAPE = {i32"H", i32"Hkv", i32"hd", i32"bs", i32"(len_max + bs - 1)//bs + 1", f32"hd^-0.5"}

local function args(first, more)
  local all = {}
  for _, list in ipairs{first, {input"Q", input"Kc", input"Vc", input"bt", input"len"}, SHAPE, more} do
    for _, x in ipairs(list) do all[#all + 1] = x end
  end
  return all
end

-- b sequences of at most `len` tokens. ragged: 0 all of that length, 1 mixed with 0, 1, bs-1, bs+1, 2 all
-- empty. cb: blocks in a split. qsd: how far Q spreads, and with it the scores.
local function decode(id, b, len, more)
  local c = {id = id, calls = BOTH, b = b, len_max = len, ragged = 0, H = 8, Hkv = 2, hd = 128, bs = 16,
             cb = 4, qsd = 1}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- level: lse lies around plus or minus that; dead: some splits are empty, their part is NaN.
local function merge(id, splits, more)
  local c = {id = id, calls = {"paged_merge"}, b = 2, H = 3, hd = 128, splits = splits, level = 0, dead = 0}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- What must move, in sectors: K and V once for each KV head, and a twentieth; a look into the table for
-- each token; Q and what is written, twice over.
local MOVED = "1.05*b*len_max*Hkv*hd//8 + b*len_max*Hkv + b*H*hd"

return lab {
  api = 1, rev = 1, id = "w06b-paged-attn", title = "Paged decode attention kernel",
  kind = "kernel", week = 6, part = 1, domain = {"serving", "memory", "cuda"},
  seeds = {"S000-P4-T2", "S001-27", "S003-DN-inference", "S003-W06-C4", "S003-W06-HO", "S004-C07-T16"},
  requires = {"w06-paged-kv", "w04b-flash-cuda"},
  hours = {read = 0, lab = 4},
  durable = {"Decode attention is a read of the cache: bytes and nothing else",
             "A group of query heads reads its cache once",
             "Softmax over parts is joined by maximum and sum"},
  ephemeral = {{"How many blocks fill an H200, and the chunk that follows", as_of = "2026-11"}},
  readings = {
    {"paged", hours = .5, look_for = "section 4.3 on kernels: what the table costs, and what it is fused with"},
    {"fa2", hours = .5, look_for = "section 3.2: why one block per head is not enough, then apply it to one query"},
  },

  lang = "cuda", backends = {"simt", "cuda"},
  edit = {"paged_attn.cu"},
  reference = "ref.cu", ladder = {"naive.cu", "ref.cu", "opt.cu"},
  limits = {wall_s = 20, mem_MiB = 4096, threads = 1},
  device = {arch = "sm_90a"},

  buffers = {
    Q = {dtype = "f16", shape = {"b", "H", "hd"}, dist = gen.custom"query"},
    Kc = {dtype = "f16", shape = {"b*((len_max + bs - 1)//bs) + 3", "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    Vc = {dtype = "f16", shape = {"b*((len_max + bs - 1)//bs) + 3", "Hkv", "bs", "hd"}, dist = gen.custom"cache"},
    bt = {dtype = "i32", shape = {"b", "(len_max + bs - 1)//bs + 1"}, dist = gen.custom"table"},
    len = {dtype = "i32", shape = {"b"}, dist = gen.custom"lens"},
    O = {dtype = "f16", shape = {"b", "H", "hd"}},
    part = {dtype = "f32", shape = {"b", "H", SPLITS, "hd"}},
    lse = {dtype = "f32", shape = {"b", "H", SPLITS}},
    part_in = {dtype = "f32", shape = {"b", "H", "splits", "hd"}, dist = gen.custom"piece"},
    lse_in = {dtype = "f32", shape = {"b", "H", "splits"}, dist = gen.custom"weight"},
  },

  calls = {
    paged_attn = call{args = args({output"O"}, {}), oracle = "attn",
                      tol = tol.dot{"hd + len_max", u = "f16"}, grid = {"Hkv", "b"}, block = {128}},
    paged_split = call{args = args({output"part", output"lse"}, {i32"bs*cb"}), oracle = "split",
                       tol = tol.dot"hd + len_max", grid = {SPLITS, "Hkv", "b"}, block = {128}},
    paged_merge = call{args = {output"O", input"part_in", input"lse_in", i32"H", i32"hd", i32"splits"},
                       oracle = "merge", tol = tol.dot{"splits", u = "f16"}, grid = {"H", "b"}, block = {128}},
  },

  cases = {
    decode("one", 1, 1, {tags = {"edge"}}),
    decode("bs-less-1", 2, 15, {tags = {"edge"}}),
    decode("bs", 2, 16, {tags = {"edge"}}),
    decode("bs-plus-1", 2, 17, {tags = {"edge"}}),
    decode("empty", 2, 5, {ragged = 2, tags = {"edge"}}),
    decode("257", 1, 257, {H = 4}),
    decode("ragged", 6, 90, {ragged = 1, H = 4}),
    decode("gqa8", 2, 70, {Hkv = 1}),
    decode("mha", 2, 70, {H = 2}),
    decode("group3", 2, 70, {H = 6}),
    decode("hd64", 3, 90, {ragged = 1, hd = 64}),
    decode("blocks-of-1", 2, 40, {bs = 1, cb = 9}),
    decode("blocks-of-5", 3, 93, {bs = 5, cb = 3}),
    decode("peaks", 1, 130, {qsd = 30, H = 4}),
    decode("hidden", 6, gen.pick{61, 97, 129}, {hidden = true, ragged = 1, H = 4, bs = gen.pick{4, 7, 32},
           hd = gen.pick{64, 128}, cb = gen.pick{1, 3}}),
    merge("join1", 1, {tags = {"edge"}}),
    merge("join2", 2, {hd = 64}),
    merge("join200", 200, {H = 1}),
    merge("empty-splits", 7, {dead = 1, tags = {"edge"}}),
    merge("far-from-0", 5, {level = 10000}),
    decode("gate", 2, 256, { tags = {"gate"}}),
    decode("bench-attn", 64, 1024, {H = 32, Hkv = 8, cb = 32, calls = {"paged_attn"}, tags = {"bench"}}),
    decode("bench-split", 8, 8192, {H = 32, Hkv = 8, cb = 32, calls = {"paged_split"}, tags = {"bench"}}),
  },

  gates = {
    gate{id = "attn-spill", call = "paged_attn", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "running sums live in registers; more than a few spilled words are traffic to memory"},
    gate{id = "split-spill", call = "paged_split", counter = "spill_B", op = "<=", value = 64, on = "cuda",
         why = "running sums live in registers; more than a few spilled words are traffic to memory"},
    gate{id = "attn-once", call = "paged_attn", case = "gate", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "each K and V element is loaded once for its group, not once for each query head"},
    gate{id = "split-once", call = "paged_split", case = "gate", counter = "g_ld_sec", op = "<=", value = MOVED,
         why = "each K and V element is loaded once for its group, not once for each query head"},
    gate{id = "attn-lanes", call = "paged_attn", case = "gate", counter = "g_ld_eff", op = ">=", value = .95,
         why = "lanes run along a row of the cache: every byte of a sector is used"},
    gate{id = "split-lanes", call = "paged_split", case = "gate", counter = "g_ld_eff", op = ">=", value = .95,
         why = "lanes run along a row of the cache: every byte of a sector is used"},
    gate{id = "attn-banks", call = "paged_attn", case = "gate", counter = "sh_conf", op = "<=",
         value = "b*Hkv*H/Hkv*16", why = "the warps meet in shared memory without bank conflicts to speak of"},
    gate{id = "split-banks", call = "paged_split", case = "gate", counter = "sh_conf", op = "<=",
         value = "b*Hkv*H/Hkv*16*"..SPLITS,
         why = "the warps meet in shared memory without bank conflicts to speak of"},
  },

  bench = {
    bench{id = "split", call = "paged_split", case = "bench-split", clock = "gpu", on = "cuda",
          flops = "4*b*H*hd*len_max", bytes = "4*b*len_max*Hkv*hd"},
    bench{id = "attn", call = "paged_attn", case = "bench-attn", clock = "gpu", on = "cuda",
          flops = "4*b*H*hd*len_max", bytes = "4*b*len_max*Hkv*hd"},
    bench{id = "split-sectors", call = "paged_split", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*b*len_max*Hkv*hd"},
    bench{id = "attn-sectors", call = "paged_attn", case = "gate", metric = "fewer:g_sec", on = "simt",
          bytes = "4*b*len_max*Hkv*hd"},
  },
}
