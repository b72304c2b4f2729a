-- w04-flash-tiles: attention forward on a machine with a small fast memory, every byte counted.
local KiB, GiB = 2^10, 2^30

-- A case of flash. causal: 0 none, c > 0 hides the keys beyond i - (c - 1). Further fields:
-- group query heads; data 0 normal, 1 logits near +-10^4, 2 equal keys; sample rows judged in a
-- timed run (absent: all).
local function on(id, S, d, causal, more)
    local c = { id = id, calls = { "flash" }, S = S, d = d, causal = causal, group = 1, data = 0 }
    for k, v in pairs(more or {}) do c[k] = v end
    return c
end

return lab {
    api = 1, rev = 1, id = "w04-flash-tiles", title = "FlashAttention forward on an explicit SRAM",
    kind = "kernel", week = 4, part = 1, domain = { "attention", "memory" },
    seeds = { "S000-P2-T3", "S000-P2-L5", "S001-10", "S001-26", "S002-R-3", "S002-5-3",
              "S003-DN-effAttn", "S003-W04-C1", "S003-W04-C2", "S003-W04-C3", "S003-W04-C4",
              "S003-W04-C5", "S003-W04-C6", "S003-W04-HO", "S003-W04-MS", "S003-W39-C6",
              "S004-TOP-5", "S004-C03-T06", "S004-C07-T04", "S004-C07-T13", "S004-C07-T14",
              "S004-C07-EX", "S004-C11-T11", "S004-C12-T06" },
    requires = { "w03-txmath" }, suggests = { "c11-transformer-fwd" },
    hours = { read = 7, lab = 4 },
    durable = { "online softmax", "IO complexity of attention",
                "tile traffic versus compulsory traffic" },
    ephemeral = { { "tile sizes of particular FlashAttention releases", as_of = "2026-01" },
                  { "DeepSeek-V2's cache shape", as_of = "2024-05" } },
    readings = {
        { "fa1", hours = 2, look_for = "the two loops, and which of them is outside" },
        { "fa2", hours = 1.5, look_for = "which loop moved, and what that does to writes of O" },
        { "gqa", hours = 1.5, look_for = "what is shared, and what is still one per query head" },
        { "dsv2", hours = 1,
          look_for = "section 2.1: the two parts of the cache, and the baseline of each ratio" },
        { "fa3blog", hours = 1, look_for = "what overlaps with what once the traffic is solved" },
        { "onlinesm", look_for = "the recurrence for m and l; o is this lab's addition" },
    },
    lang = "c", backends = { "cpu" }, edit = { "flash.c" },
    reference = "ref.c", ladder = { "naive.c", "ref.c", "opt.c" },
    limits = { wall_s = 10, mem_MiB = 1024, threads = 1 },

    buffers = {
        Q = { dtype = "f32", shape = { "group", "S", "d" }, dist = gen.custom"qkv" },
        K = { dtype = "f32", shape = { "S", "d" }, dist = gen.custom"qkv" },
        V = { dtype = "f32", shape = { "S", "d" }, dist = gen.custom"qkv" },
        O = { dtype = "f32", shape = { "group", "S", "d" } },
        LSE = { dtype = "f32", shape = { "group", "S" } },
        stat = { dtype = "i64", shape = { 24 }, note = "traffic counters of the harness" },
        wrote = { dtype = "i32", shape = { "group", "S", 2 }, 
                  note = "bytes stored per row of O and LSE" },
        shapes = { dtype = "i64", shape = { "n", 7 }, dist = gen.custom"shapes" },
        elems = { dtype = "i64", shape = { "n", 3 } },
    },
    calls = {
        flash = call { harness = true, asks = {fn = "flash_fwd"}, verify = "flash",
            args = { i32"S", i32"d", i32"causal", i32"group", input"Q", input"K", input"V",
                     output"O", output"LSE", output"stat", output"wrote" } },
        kv_elems = call { harness = true, oracle = "kv_elems", tol = tol.exact,
            args = { i32"n", input"shapes", output"elems" } },
    },
    cases = {
        on("s1", 1, 64, 0, { tags = { "edge" } }),
        on("s17", 17, 64, 0, { tags = { "edge" } }),
        on("s64", 64, 64, 1),
        on("s127-wide", 127, 128, 0),
        on("s129", 129, 64, 1),
        on("s201-wide", 201, 128, 1),
        on("empty-rows", 70, 64, 38, { tags = { "edge" } }),
        on("empty-tile", 200, 64, 131, { tags = { "edge" } }),
        on("huge-logits", 96, 64, 0, { data = 1, tags = { "edge" } }),
        on("huge-causal", 130, 64, 1, { data = 1, tags = { "edge" } }),
        on("equal-keys", 100, 64, 0, { data = 2, tags = { "edge" } }),
        on("gqa8", 65, 64, 1, { group = 8 }),
        on("hidden", gen.pick { 33, 95, 161, 190, 257 }, gen.pick { 64, 128 },
           gen.pick { 0, 1, 20 }, { hidden = true, group = gen.pick { 1, 2, 4 } }),
        { id = "cache-shapes", calls = { "kv_elems" }, n = 32 },
        { id = "hidden-shapes", hidden = true, calls = { "kv_elems" }, n = gen.pick { 20, 50 } },
        on("full256", 256, 64, 0, { tags = { "gate" } }),
        on("full1024", 1024, 64, 0, { tags = { "gate" } }),
        on("causal1024", 1024, 64, 1, { tags = { "gate" } }),
        on("bench768", 768, 64, 0, { sample = 16, tags = { "bench" } }),
    },
    counters = {sram_peak_B = "SRAM in use, bytes, at most", hbm_write_excess_B = "bytes written beyond the need",
                rows_not_once = "rows not stored exactly once", read_excess_B = "bytes read beyond the formula",
                tiles_skipped_pct = "tiles not visited, %"},
    gates = {
        gate { id = "sram", call = "flash", case = "full1024",
               counter = "sram_peak_B", op = "<=", value = "f.cap",
               why = "the tiles fit the arena, whatever S is" },
        gate { id = "written-once", call = "flash", case = "full1024",
               counter = "hbm_write_excess_B", op = "==", value = 0,
               why = "O and LSE are written once: 4(Sd + S) bytes and not one more" },
        gate { id = "rows-once", call = "flash", case = "full1024",
               counter = "rows_not_once", op = "==", value = 0,
               why = "every row of O and LSE is stored exactly once" },
        gate { id = "read-formula", call = "flash", case = "full1024",
               counter = "read_excess_B", op = "==", value = 0,
               why = "HBM reads are 4Sd(1 + 2 ceil(S/Br)) for the Br that tm_tile declares" },
        gate { id = "causal-write", call = "flash", case = "causal1024",
               counter = "hbm_write_excess_B", op = "==", value = 0,
               why = "the causal pass writes no more than the full one" },
        gate { id = "causal-skip", call = "flash", case = "causal1024",
               counter = "tiles_skipped_pct", op = ">=", value = 45,
               why = "tiles above the diagonal are not visited, rather than masked" },
    },
    bench = {
        bench { id = "flash", call = "flash", case = "bench768", clock = "cpu",
                stages = { bronze = .35, silver = .65, gold = .90 },
                flops = "4*S*S*d", bytes = "4*(4*S*d + S)" },
    },
    predict = {
        predict { id = "flops", axis = "flops", unit = "FLOP",
                  ask =
                    "FLOP of both products for one head, S = {{= f.S1 }}, d = {{= f.d1 }}, no " ..
                    "mask?",
                  answer = "f.flops1", worked = "2 S S d for QK^T and the same again for PV." },
        predict { id = "bytes", axis = "bytes", unit = "B",
                  ask =
                    "HBM bytes read and written by the tiled version with Br = {{= f.Br1 }}, " ..
                    "same head, float?",
                  answer = "f.bytes1",
                  worked = "4Sd(1 + 2S/Br) in, 4(Sd + S) out." },
        predict { id = "intensity", axis = "intensity", unit = "FLOP/B",
                  ask = "FLOP per byte of that?", answer = "f.flops1 / f.bytes1",
                  worked = "About Br/2: the tile height is the reuse." },
        predict { id = "parallel", axis = "parallelism",
                  ask = "Which pieces of the work need nothing from each other?",
                  choices = { "tiles of query rows, and heads", "tiles of keys of the same row",
                              "the two products of one tile" },
                  answer = "tiles of query rows, and heads" },
        predict { id = "failure", axis = "failure",
                  ask = "Which input is most likely to break a first version silently?",
                  choices = { "a sequence longer than SRAM", "a row that sees no key",
                              "a head width of 128" },
                  answer = "a row that sees no key" },
    },

    facts = function(hw)
        local m, v2, d67 = models.llama3_70b, models.dsv2, models.ds67b
        local H, S, d, b = 64, 8192, 128, 2
        local latent = v2.kv_rank + v2.rope
        local S1, d1, Br1 = 1024, 64, 64
        local f = {
            H = H, S = S, d = d, b = b, layers = m.L, cap = 100 * KiB,
            scores_B = H * S * S * b, scores_GiB = H * S * S * b / GiB,
            Br = 128, Bc = 64, GiB = GiB, KiB = KiB,
            std_elems = 4 * S * d + 4 * S * S, unique_elems = 4 * S * d,
            S1 = S1, d1 = d1, Br1 = Br1, flops1 = 4 * S1 * S1 * d1,
            read1 = 4 * S1 * d1 * (1 + 2 * S1 // Br1), write1 = 4 * (S1 * d1 + S1),
            H2 = v2.H, hd2 = v2.hd, rank = v2.kv_rank, rope = v2.rope, latent = latent,
            mha2 = 2 * v2.H * v2.hd, L2 = v2.L, H67 = d67.Hkv, hd67 = d67.hd, L67 = d67.L,
            mla_cache = latent * v2.L, gqa_cache = 2 * d67.Hkv * d67.hd * d67.L,
            Hkv70 = m.Hkv, smem_block = hw.h100.smem_block,
        }
        f.bytes1 = f.read1 + f.write1
        f.smem = (f.Br + 2 * f.Bc) * d * b
        f.stream = 2 * S * d -- elements of K and V that one tile of rows lets stream past
        -- numbers that standard attention moves for one head, and what its matrix is of them
        f.standard = function(s, w) return 4 * s * w + 4 * s * s end
        return f
    end,
    checks = {
        check("SRAM does not depend on S", function(t)
            local a = t.counter("flash", "full256", "sram_peak_B")
            local b = t.counter("flash", "full1024", "sram_peak_B")
            if a == b then return true end
            return false,
                ("sram_peak_B is %s at S=256, %s at S=1024"):format(tostring(a), tostring(b)),
                "which buffer has S in its size? The tiles do not need it"
        end, { milestone = "profile" }),
        check("no scores in HBM", function(t)
            local b = t.counter("flash", "full1024", "scratch_B")
            if b == 0 then return true end
            return false, ("scratch_B is %s"):format(tostring(b)),
                "keep m, l and o per row; then no score outlives its tile"
        end, { milestone = "profile" }),
    },

    questions = {
        q.num { id = "scores", unit = "GiB", seed = "S003-W04-MS",
            ask = [[A model with {{= f.H }} query heads runs standard attention on one sequence of
                {{= p.S }} tokens, scores in fp16. How large is the score matrix of one layer?]],
            vary = { S = { 4096, 12288, 16384 } },
            answer = function(f, p) return f.H * p.S^2 * f.b / f.GiB end,
            wrong = {
                { value = function(f, p) return f.H * p.S^2 * f.b / f.GiB * f.layers end,
                  hint =
                    "That is all layers; inference uses the same buffer again for the next" ..
                    "layer." },
                { value = function(f, p) return 2 * f.H * p.S^2 * f.b / f.GiB end,
                  hint =
                    "fp32, or scores and probabilities both: the question has one matrix in" ..
                    "fp16." },
                { value = function(f, p) return f.Hkv70 * p.S^2 * f.b / f.GiB end,
                  hint = "Grouped keys do not help here: every query head has scores of its own." },
            },
            worked = [[heads x S x S x 2 B = {{= n(f.H * p.S^2 * f.b) }} B =
                {{= gib(f.H * p.S^2 * f.b) }}, and that is for one layer. Training that keeps the
                matrix of all {{= f.layers }} layers for the backward pass would hold
                {{= gib(f.H * p.S^2 * f.b * f.layers) }}; inference holds one at a time. Keeping
                scores and probabilities apart doubles it, fp32 doubles it again.]] },
        q.num { id = "smem", unit = "KiB", seed = "S003-W04-MS",
            ask = [[FlashAttention-2 with Br = {{= p.Br }}, Bc = {{= p.Bc }}, d = {{= p.d }}, fp16,
                one stage. How much shared memory do the Q, K and V tiles take? (The output
                accumulates in registers.)]],
            vary = { Br = { 64, 96 }, Bc = { 32, 128 }, d = { 64, 128 } },
            answer = function(f, p) return (p.Br + 2 * p.Bc) * p.d * f.b / f.KiB end,
            wrong = {
                { value = function(f, p) return (p.Br + p.Bc) * p.d * f.b / f.KiB end, hint =
                  "V needs a tile too." },
                { value = function(f, p) return 2 * (p.Br + 2 * p.Bc) * p.d * f.b / f.KiB end,
                  hint = "fp16 is 2 bytes." },
                { value = function(f, p) return (2 * p.Br + 2 * p.Bc) * p.d * f.b / f.KiB end,
                  hint = "The output o lives in registers in this version." },
            },
            worked = [[(Br + 2 Bc) d x 2 B: Q {{= n(p.Br * p.d * f.b / f.KiB) }}, K
                {{= n(p.Bc * p.d * f.b / f.KiB) }} and V {{= n(p.Bc * p.d * f.b / f.KiB) }} make
                {{= kib((p.Br + 2 * p.Bc) * p.d * f.b) }}, of {{= kib(f.smem_block) }} that a block
                of an H100 may have.]] },
        q.choice { id = "smem-s", seed = "S003-W04-MS",
            ask =
              "The sequence grows from 8k to 128k. What happens to the peak shared memory of " ..
              "one block?",
            options = { "it grows with S", "it grows with the square root of S",
                        "nothing: no tile has S in its size",
                        "it grows with S, but only in the backward pass" },
            answer = 3,
            worked = [[Tiles are Br x d and Bc x d; the state that survives from tile to tile is one
                m, one l and d numbers per row. A longer sequence means more turns of the loop, not
                larger tiles.]] },
        q.num { id = "std-elems", unit = "1", seed = "S003-W04-C1",
            ask = [[Count HBM elements moved for **one head** by standard attention at S =
                {{= n(p.S) }}, d = {{= p.d }}: read Q, K, V; write O; and the S x S matrix is written
                and read twice (scores, then probabilities).]],
            vary = { S = { 2048, 3072, 16384 }, d = { 64, 128 } },
            answer = function(f, p) return f.standard(p.S, p.d) end,
            wrong = {
                { value = function(f, p) return 4 * p.S * p.d + p.S^2 end,
                  hint =
                    "The matrix crosses four times: scores out and in, probabilities out and" ..
                    "in." },
                { value = function(f, p) return 4 * p.S * p.d + 2 * p.S^2 end,
                  hint = "Scores and probabilities each go out and come back." },
                { value = function(f, p) return f.H * f.standard(p.S, p.d) end,
                  hint = "The question has one head." },
            },
            worked = [[4Sd + 4S^2 = {{= n(f.standard(p.S, p.d)) }}, of which
                {{= pct(4 * p.S^2 / f.standard(p.S, p.d)) }} is the matrix.]] },
        q.num { id = "compulsory", unit = "x", seed = "S003-W04-C2",
            ask = [[By what factor does standard attention at S = {{= n(p.S) }}, d = {{= p.d }} move
                more than the *compulsory* traffic, Q, K, V and O once each?]],
            vary = { S = { 1024, 2048 }, d = { 64, 256 } },
            answer = function(f, p) return 1 + p.S / p.d end,
            wrong = { { value = function(f, p)
                            return f.standard(p.S, p.d) / (2 * p.S * p.d * (1 + p.S / f.Br))
                        end,
                        hint =
                          "That compares with the tiles' traffic, in which K and V are read" ..
                          "again and again." },
                      { value = function(f, p) return p.S / p.d end,
                        hint = "Standard attention moves Q, K, V and O as well." },
                      { value = function(f, p) return 1 + p.S / (2 * p.d) end,
                        hint = "The matrix crosses the bus four times, not twice." } },
            worked = [[(4Sd + 4S^2) / 4Sd = 1 + S/d = {{= n(1 + p.S / p.d) }}. This
                is the ratio for a machine whose fast memory (or cache) holds all of K and V of a
                head.]] },
        q.num { id = "tile-traffic", unit = "x", seed = "S003-W04-C2",
            ask = [[At S = {{= n(f.S) }}, d = {{= f.d }}, count what the tiles really load with
                Br = {{= p.Br }}: Q and O once, K and
                V once per tile of rows. By what factor does standard attention move more?]],
            vary = { Br = { 32, 512, 1024 } },
            answer = function(f, p) return f.std_elems / (f.stream * (1 + f.S / p.Br)) end,
            wrong = {
                { value = function(f) return f.std_elems / f.unique_elems end,
                  hint =
                    "That is the compulsory traffic: K and V once in all. Here they come once" ..
                    "per tile of rows." },
                { value = function(f, p) return f.std_elems / (f.stream * (1 + f.S / p.Br / 2)) end,
                  hint = "K and V are both streamed." },
            },
            worked = [[2Sd (1 + S/Br) = {{= n(f.stream * (1 + f.S / p.Br)) }} elements, so
                {{= n(f.std_elems / (f.stream * (1 + f.S / p.Br)), 2) }}x. The two ratios are
                {{= n(f.std_elems / f.unique_elems) }} and this one; on a GPU the K and V re-reads
                of neighbouring blocks mostly hit L2, so the truth for HBM lies nearer the larger
                figure.]] },
        q.num { id = "mla", unit = "x", seed = "S003-W04-C5",
            ask = [[A model made like DeepSeek-V2 has {{= p.H }} heads of {{= f.hd2 }} and caches a
                latent of {{= p.r }} numbers and one shared rotary key of {{= f.rope }} per token and
                layer. How many times smaller is that than the cache of multi-head attention of the
                same shape?]],
            vary = { H = { 64, 96 }, r = { 256, 384, 768 } },
            answer = function(f, p) return 2 * p.H * f.hd2 / (p.r + f.rope) end,
            wrong = {
                { value = function(f, p) return 2 * p.H * f.hd2 / p.r end,
                  hint = "The decoupled rotary key is cached as well." },
                { value = function(f, p) return p.H * f.hd2 / (p.r + f.rope) end, hint =
                  "The full cache holds keys and values." },
            },
            worked = [[2 x {{= p.H }} x {{= f.hd2 }} = {{= n(2 * p.H * f.hd2) }} against {{= p.r }} +
                {{= f.rope }} = {{= p.r + f.rope }}: {{= n(2 * p.H * f.hd2 / (p.r + f.rope), 1) }}x.
                For DeepSeek-V2 it is {{= n(f.mha2 / f.latent, 1) }}; the often-quoted
                {{= n(f.mha2 / f.rank) }} forgets the rotary part.]] },
        q.num { id = "mla-groups", unit = "1", seed = "S003-W04-C5",
            ask = [[Grouped-query attention with how many key/value heads of width {{= f.hd2 }}
                would have a cache of the same size as a latent of {{= p.rank }} and rotary
                key of {{= f.rope }}?]],
            vary = {rank = {256, 384, 768}},
            answer = function(f, p) return (p.rank + f.rope) / (2 * f.hd2) end,
            wrong = { { value = function(f, p) return (p.rank + f.rope) / f.hd2 end, hint =
              "Each such head caches a key and a value." } },
            worked = [[{{= (p.rank + f.rope) }} / (2 x {{= f.hd2 }}) = {{= n((p.rank + f.rope) / (2 * f.hd2), 2)
                }}.]] },
        q.num { id = "mla-paper", unit = "%", seed = "S003-W04-C5", rtol = 0.002,
            ask = [[The paper's abstract gives its cache reduction in per cent, with the latent stored
                in 6 bits. What would it be with {{= p.bits }} bits, to a tenth of a per cent?
                DeepSeek-67B has {{= f.L67 }} layers of {{= f.H67 }} key/value heads of
                {{= f.hd67 }}, in 16 bits; DeepSeek-V2 has {{= f.L2 }} layers of a latent of
                {{= f.rank }} and a rotary key of {{= f.rope }}.]],
            vary = { bits = { 4, 5, 8 } },
            answer = function(f, p) return 100 * (1 - f.mla_cache * p.bits / 16 / f.gqa_cache) end,
            wrong = {
                { value = function(f) return 100 * (1 - f.mla_cache / f.gqa_cache) end,
                  hint = "That has 16 bits on both sides; the latent is quantised." },
                { value = function(f) return 100 * (1 - f.latent / f.mha2) end,
                  hint =
                    "The baseline is DeepSeek-67B, which is grouped-query, and not V2's own" ..
                    "shape." },
                { value = function(f) return 100 * (1 - f.mla_cache * 6 / 16 / f.gqa_cache) end,
                  hint = "That is the abstract's, with 6 bits." },
            },
            worked = [[Per token, {{= n(f.mla_cache) }} numbers of {{= p.bits }} bits against
                {{= n(f.gqa_cache) }} of 16: the cache shrinks by
                {{= pct(1 - f.mla_cache * p.bits / 16 / f.gqa_cache) }}, with 6 bits by
                {{= pct(1 - f.mla_cache * 6 / 16 / f.gqa_cache) }}. The baseline has fewer cached
                heads than it has query heads, and the bits differ: neither is part of the
                {{= n(f.mha2 / f.latent, 1) }}x.]] },
        q.num { id = "gqa", unit = "x", seed = "S003-W04-C4",
            ask = [[A model has {{= p.H }} query heads and {{= p.kv }} key/value heads, and caches in 8
                bits where 16 were usual. How many times smaller is its cache than one in 16 bits with
                one key/value head per query head?]],
            vary = { H = { 48, 96 }, kv = { 4, 6 } },
            answer = function(f, p) return 2 * p.H / p.kv end,
            wrong = { { value = function(f, p) return p.H / p.kv end, hint =
                        "Half the bits halve the cache once more." },
                      { value = function(f, p) return 4 * p.H / p.kv end, hint =
                        "Keys and values shrink alike: no factor 2 for that." } },
            worked = [[{{= p.H }} / {{= p.kv }} x 16 / 8 = {{= n(2 * p.H / p.kv) }}. The FLOP of
                attention do not change: every query head still has its S x S scores.]] },
        q.order { id = "proof", seed = "S004-C07-T13",
            ask = [[Put the induction in order that shows one pass over the tiles to equal softmax
                over all keys at once.]],
            items = {
                "Claim after tiles 1..t: m is the largest score seen, l = sum of exp(s - m), o " ..
                  "= sum of exp(s - m) V, over the keys seen",
                "Base: before any tile no key was seen, m = -inf, l = 0, o = 0, and the claim " ..
                  "holds with empty sums",
                "Step: a tile brings scores s'; let m' = max(m, max s')",
                "Rewrite the old sums against m': exp(s - m') = exp(s - m) exp(m - m'), so l " ..
                  "and o are each multiplied by alpha = exp(m - m')",
                "Add the tile's own terms exp(s' - m') to l and exp(s' - m') V to o: the claim " ..
                  "holds after t + 1 tiles",
                "After the last tile o / l = sum exp(s - m) V / sum exp(s - m), and exp(-m) " ..
                  "cancels: that is softmax times V",
            },
            hint = "An induction states what it will prove before it proves the first instance.",
            worked = [[The invariant is the whole trick. Everything else, tile order, tile size,
                masking, only decides which keys are added when.]] },
        q.choice { id = "divide", seed = "S003-W04-C3",
            ask = "Where does the division by l belong?",
            options = { "after every tile, so that o is always a probability-weighted mean",
                        "once, after the last tile of the row",
                        "before the scores are exponentiated",
                        "nowhere: the next layer normalises" },
            answer = 2,
            worked = [[Either keep o unnormalised and divide once, or keep it normalised and
                multiply back by the old l before every update. The first does S/Bc times fewer
                divisions; mixing the two is the classic mistake.]] },
        q.multi { id = "fa2", seed = "S003-W04-C6",
            ask = "Which of these did FlashAttention-2 change?",
            options = {
                "the outer loop runs over tiles of Q, so each block of work writes its rows of " ..
                  "O once",
                "the division by l moved out of the inner loop, and other non-matmul work was cut",
                "blocks are spread over the sequence too, not only over batch and heads",
                "warps of a block split the rows of Q instead of the keys, so they need not " ..
                  "combine results through shared memory",
                "the softmax became approximate",
            },
            answer = { 1, 2, 3, 4 },
            wrong = { { value = 5, hint =
              "The result is exact attention; only rounding differs." } },
            worked = [[The traffic and the schedule changed, the function did not. FlashAttention-3
                then overlaps the two products with the softmax, and is CUDA C++ (CUTLASS/CuTe), not
                Triton.]] },
        q.num { id = "br-from-sram", unit = "1", seed = "S000-P2-L5",
            ask = [[In this lab's {{= kib(f.cap) }}, in float, with d = {{= p.d }}, and q, o, k and
                v tiles side by side with Br = Bc and nothing else, what is the largest multiple of
                16 that Br can be?]],
            vary = { d = { 64, 128 } },
            answer = function(f, p) return f.cap // (4 * 4 * p.d) // 16 * 16 end,
            wrong = { { value = function(f, p) return f.cap // (4 * 3 * p.d) // 16 * 16 end,
                        hint = "There are four tiles: q, o, k and v." },
                      { value = function(f, p) return f.cap // (4 * 2 * p.d) // 16 * 16 end,
                        hint = "The tiles of k and v lie beside those of q and o." } },
            worked = [[4 tiles x Br x {{= p.d }} x 4 B <= {{= n(f.cap) }} B gives Br <=
                {{= n(f.cap // (16 * p.d)) }}. Letting K and V take turns in one buffer leaves more
                for Br, which is the number that the traffic depends on.]] },
        q.text { id = "why", seed = "S003-W04-MS", min_words = 50,
            ask =
              "Explain to a colleague why the peak SRAM of your kernel does not depend on S " ..
              "although every output depends on all keys.",
            rubric = { "tile sizes are fixed by the arena, not by S",
                       "per row only a maximum, a sum and d partial sums survive between tiles",
                       "the S x S matrix never exists: a tile of it is used and dropped",
                       "the price is that K and V are read once per tile of rows" } },
    },

    hints = {
        { on = "build", match = { "No such file", "conflicting types", "undeclared", "implicit declaration" },
          "lab.h is the only header you need besides the standard ones; flash_fwd's prototype " ..
          "is there." },
        { on = "crash",
          "A pointer into Q, K, V, O or LSE is an address, not data: tm_load the part you " ..
          "need, compute, tm_store." },
        { on = "case:empty-rows",
          "-inf - -inf is NaN. A row that has seen nothing must skip the update, or subtract 0 " ..
          "instead of m." },
        { on = "case:empty-tile",
          "Whole tiles of rows may see nothing. They still own rows of O (zeros) and LSE " ..
          "(-inf)." },
        { on = "case:huge-logits",
          "exp(10000) is inf and exp(-10000) is 0. m must start at -inf, not 0, and be " ..
          "subtracted before exp." },
        { on = "case:equal-keys",
          "Equal scores are the easy case: if this fails, look at l, not at m." },
        { on = "case:edge",
          "Write down what m, l and o are before the first key, and after a tile in which a " ..
          "row sees no key." },
        { on = "case:gqa8",
          "Q, O and LSE have `group` heads, K and V have one. Only the first three move with " ..
          "the head." },
        { on = "case:s127-wide",
          "d = 128 doubles every tile: count the bytes against 100 KiB, and mind the last, " ..
          "shorter tile." },
        { on = "counter:hbm_write_excess_B",
          "O and LSE leave SRAM once, after the last tile of keys. Whatever leaves earlier has " ..
          "to come back." },
        { on = "counter:rows_not_once",
          "Each tile of rows stores its own rows, the last tile fewer of them." },
        { on = "counter:read_excess_B",
          "Q once; K and V once per tile of rows. Does tm_tile say the Br that your outer loop " ..
          "uses?" },
        { on = "counter:tiles_skipped_pct",
          "The last key that a tile of rows needs is its lowest row's: end the key loop there. " ..
          "Square-ish, small tiles skip more: 16 tiles of 64 rows a side leave 46.9 % unvisited, 8 of " ..
          "128 only 43.8 %." },
        { on = "counter:sram_peak_B",
          "The arena is 100 KiB: shrink Bc first, since only Br is in the traffic formula." },
        { on = "sanitize",
          "Under the sanitizer, SRAM beyond what tm_alloc gave you is out of bounds even " ..
          "inside the arena." },
        { on = "bench:flash",
          "Make the innermost loop run over consecutive floats with no sum across its turns: " ..
          "keys for the scores (transpose K once per tile), d for the output." },
        { after = 4, "Tier 1 of hints.md draws the state that a row carries from tile to tile." },
    },
}
