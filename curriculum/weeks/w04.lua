-- Week 4: attention without its matrix, and a smaller cache.
return week {
  n = 4, part = 1, title = "Efficient attention", seeds = {"S003-W04"},

  summary = [[You can now say where the time of attention goes: not into its matmuls, but into
    writing and reading a matrix that nobody asked for. You build the tiled forward pass with a
    running softmax against an explicit little memory, count its traffic to the byte, and know how
    much of the famous saving is compulsory and how much is left to the caches. And you can price
    MHA, GQA and MLA by their cache.]],

  concepts = {
    {id = "io", title = "The cost of the score matrix", seed = "S003-W04-C1",
     text = [[Plain attention writes S × S scores for every head, reads them for the softmax,
       writes the probabilities and reads them again: about 4S² elements of traffic beside the
       4·S·d of Q, K, V and O. At S = {{= n(f.S)}} and d = {{= f.d}} that is
       {{= n(f.ratio_min,0)}} times the compulsory traffic. The FLOP do not change whether the
       matrix is stored or not, so all of this is bandwidth spent on an intermediate result, and
       the capacity it takes limits the length of the sequence as well.]]},
    {id = "tiling", title = "Tiling", seed = "S003-W04-C2",
     text = [[Keep a block of Q on chip, stream blocks of K and V past it, and for each pair
       compute the small block of scores, use it at once and forget it. The output block is
       accumulated on chip and written once. The on-chip need is set by the block sizes alone:
       with {{= f.Br}} rows of Q and {{= f.Bc}} of K and V it is {{= n(f.smem/1024)}} KiB for any
       S. The price is that K and V are read once for every block of Q, which on a GPU is mostly
       served by L2.]]},
    {id = "online", title = "Online softmax", seed = "S003-W04-C3",
     text = [[A softmax needs the maximum and the sum of a whole row, but a tile only sees a part
       of it. So each row carries a running maximum m and a running sum l. When a new tile raises
       the maximum, the old sum and the old output are multiplied by exp(m_old − m_new) and are as
       if they had been computed with the new one from the start. The division by l happens once,
       at the end; with m starting at minus infinity the first tile needs no special case.]]},
    {id = "gqa", title = "Grouped and multi-query attention", seed = "S003-W04-C4",
     text = [[In decoding the cache is read once per step, so its size is both a capacity and a
       bandwidth problem. Multi-query attention keeps a single key and value head for all query
       heads; grouped-query attention keeps one for each group. A model of {{= f.H}} query heads
       and {{= f.kv}} KV heads stores and reads {{= n(f.H/f.kv)}} times less. The score matrix
       does not shrink, since every query head still has scores of its own.]]},
    {id = "mla", title = "Multi-head latent attention", seed = "S003-W04-C5",
     text = [[DeepSeek-V2 caches one low-rank vector of {{= f.mla_c}} numbers per token and layer,
       from which all keys and values are linear maps, plus a separate key part of {{= f.mla_r}}
       that carries the rotary position, because a rotation cannot be folded into the maps.
       Against {{= n(f.mla_full)}} numbers for the same {{= f.mla_h}} heads that is
       {{= n(f.mla_full/(f.mla_c+f.mla_r),1)}} times less. Forgetting the rotary part gives the
       {{= n(f.mla_full/f.mla_c)}} that is often quoted. As a cache it is as small as grouped
       queries with {{= n((f.mla_c+f.mla_r)/(2*f.mla_hd),2)}} groups.]]},
    {id = "fa2", title = "What FlashAttention-2 changed", seed = "S003-W04-C6",
     text = [[Three things, none of them in the mathematics. The division by the running sum is
       postponed to the end, because FLOP outside the tensor cores are far dearer than those
       inside. Blocks of the query dimension are spread over SMs too, so that long sequences with
       few heads still fill the machine. And within a block the warps split the rows of Q instead
       of K, which removes an exchange through shared memory at every step.]]},
  },

  readings = {
    {"fa1", hours = 2, seed = "S003-W04-R1",
     look_for = [[The theorem on accesses to HBM and its dependence on the size of SRAM. Which of
       its assumptions does a GPU with a large L2 not meet?]]},
    {"fa2", hours = 1.5, seed = "S003-W04-R2",
     look_for = [[The section on work partitioning: draw which warp holds which rows before and
       after, and count the barriers per inner iteration.]]},
    {"gqa", hours = 1.5, seed = "S003-W04-R3",
     look_for = [[How an existing multi-head checkpoint is turned into a grouped one, and how
       little extra training the recovery takes.]]},
    {"dsv2", hours = 1, seed = "S003-W04-R4",
     look_for = [[The table comparing cache elements per token, and the sentence that explains why
       the rotary key must be kept apart. What is the 93.3 % in the abstract compared with?]]},
    {"fa3blog", hours = 1, seed = "S003-W04-R5",
     look_for = [[A first look only: which two units of the SM does the schedule try to keep busy
       at the same time? Week 17 comes back to it.]]},
  },

  practice = {
    {seed = "S003-W04-HO", hours = 3,
     text = [[Write the tiled forward pass in C against an explicit on-chip arena with a hard cap,
       in the flash-tiles lab. Every transfer is counted. Compare O and the log-sum-exp with the
       float64 formula, including rows that are fully masked and logits of ten thousand.]]},
  },

  milestone = {seed = "S003-W04-MS",
    text = [[A 70B-class decoder has 64 query heads of width 128 and sees one sequence of 8,192
      tokens in fp16. Give the bytes of the score matrix that plain attention stores, and say of
      what exactly (a layer, a model, scores or probabilities). Then give the shared memory of a
      FlashAttention tile and explain why the length of the sequence does not appear in it.]]},

  labs = {"w04-flash-tiles", "w04b-flash-cuda"},

  durable = {"Never store an intermediate that can be recomputed on chip",
             "Online softmax",
             "Cache size as a design parameter of attention"},
  ephemeral = {{"Tile sizes of FlashAttention-2", as_of = "2026-01"},
               {"MLA as the smallest cache in use", as_of = "2026-01"}},

  facts = function(hw, models)
    local m, ds = models.llama3_70b, models.dsv2
    local H, S, d, Br, Bc = m.H, 8192, m.hd, 128, 64
    local mla_h, mla_hd, mla_c, mla_r = ds.H, ds.hd, ds.kv_rank, ds.rope
    return {
      H = H, kv = m.Hkv, S = S, d = d, layers = m.L, Br = Br, Bc = Bc,
      smem = (Br*d + 2*Bc*d)*2, smem_block = hw.h100.smem_block,
      ratio_min = (4*S*d + 4*S*S)/(4*S*d),
      mla_h = mla_h, mla_hd = mla_hd, mla_c = mla_c, mla_r = mla_r, mla_full = 2*mla_h*mla_hd,
      m0 = 2, l0 = 3, l1 = 1.5,                                -- a row in the middle of its tiles
    }
  end,

  questions = {
    q.num{id = "scores", seed = "S003-W04-MS", unit = "GiB", rtol = .005,
      ask = [[{{= f.H}} query heads, S = {{= n(p.S)}}, batch 1, fp16: the bytes of the score
        matrix of one layer?]],
      vary = {S = {2048, 4096, 16384, 32768}},
      answer = function(f, p) return f.H*p.S^2*2/2^30 end,
      wrong = {{value = function(f, p) return f.layers*f.H*p.S^2*2/2^30 end,
                hint = [[That is all layers. Inference reuses one buffer; only training would keep
                  them.]]},
               {value = function(f, p) return 2*f.H*p.S^2*2/2^30 end,
                hint = [[Scores and probabilities both, or scores in fp32. The question asks for
                  one of them in fp16.]]},
               {value = function(f, p) return f.kv*p.S^2*2/2^30 end,
                hint = [[Scores belong to query heads; sharing keys and values does not reduce
                  them.]]}},
      worked = [[{{= f.H}} · {{= n(p.S)}}² · 2 bytes = {{= gib(f.H*p.S^2*2)}} for each layer. It
        is quadratic in S: twice the length, four times the bytes.]]},

    q.num{id = "smem", seed = "S003-W04-MS", unit = "KiB", rtol = .005,
      ask = [[A FlashAttention tile keeps {{= f.Br}} rows of Q and {{= p.Bc}} rows each of K and V
        in shared memory, d = {{= f.d}}, fp16. How much is that?]],
      vary = {Bc = {64, 128, 32}},
      answer = function(f, p) return (f.Br + 2*p.Bc)*f.d*2/1024 end,
      wrong = {{value = function(f, p) return (f.Br + p.Bc)*f.d*2/1024 end,
                hint = "K and V are two tiles."},
               {value = function(f, p) return ((f.Br + 2*p.Bc)*f.d*2 + f.Br*p.Bc*2)/1024 end,
                hint = [[The block of scores stays in registers; it is the accumulator of a
                  matmul.]]}},
      worked = [[{{= n(f.Br*f.d*2/1024)}} KiB of Q and twice {{= n(p.Bc*f.d*2/1024)}} KiB:
        {{= n((f.Br+2*p.Bc)*f.d*2/1024)}} KiB of the {{= n(f.smem_block/1024)}} KiB a block may
        have on Hopper. Tile sizes and head width are all that enters; S only sets how many tiles
        pass by.]]},

    q.num{id = "compulsory", unit = "x", rtol = .005,
      ask = [[Count elements moved to and from HBM for one head: plain attention 4·S·d + 4·S², the
        least possible 4·S·d. The ratio at S = {{= n(p.S)}}, d = {{= f.d}}?]],
      vary = {S = {8192, 2048, 4096}},
      answer = function(f, p) return (4*p.S*f.d + 4*p.S^2)/(4*p.S*f.d) end,
      wrong = {{value = function(f, p) return p.S/f.d end,
                hint = "The plain version moves Q, K, V and O as well."}},
      worked = [[1 + S/d = {{= n(1+p.S/f.d)}}.]]},

    q.num{id = "tiled", unit = "x", rtol = .01,
      ask = [[Now count what the tiles really request: Q and O once, K and V once for each block
        of {{= p.Br}} queries. How many times less than plain attention, S = {{= n(f.S)}}, d =
        {{= f.d}}?]],
      vary = {Br = {128, 256, 64}},
      answer = function(f, p) return (4*f.S*f.d + 4*f.S^2)/(2*f.S*f.d*(1 + f.S/p.Br)) end,
      wrong = {{value = function(f, p) return 1 + f.S/f.d end,
                hint = [[That is against compulsory traffic. K and V are re-read for every block
                  of queries.]]}},
      worked = [[2·S·d·(1 + S/Br) elements against 4·S·d + 4·S²:
        {{= n((4*f.S*f.d+4*f.S^2)/(2*f.S*f.d*(1+f.S/p.Br)),2)}}. The rest of the gain on real
        hardware comes from L2, which serves the repeated reads, and from never writing the
        matrix.]]},

    q.num{id = "merge", unit = "1", rtol = .01,
      ask = [[A row has running maximum {{= f.m0}} and running sum {{= f.l0}}. The next tile has
        maximum {{= p.m}} and, relative to it, sum {{= f.l1}}. The new running sum?]],
      vary = {m = {5, 3, 4}},
      answer = function(f, p) return f.l0*math.exp(f.m0 - p.m) + f.l1 end,
      wrong = {{value = function(f) return f.l0 + f.l1 end,
                hint = [[The two sums are relative to different maxima. Rescale the old one
                  first.]]},
               {value = function(f, p) return f.l0 + f.l1*math.exp(p.m - f.m0) end,
                hint = [[That keeps the old maximum and may overflow; everything is brought to the
                  new one.]]}},
      worked = [[The old sum was built with exp(x − {{= f.m0}}); times exp({{= f.m0}} − {{= p.m}})
        it fits the new maximum. The output accumulator gets the same factor.]]},

    q.num{id = "mla", unit = "x", rtol = .01,
      ask = [[{{= f.mla_h}} heads of {{= f.mla_hd}}: by what factor does a cache of a
        {{= p.c}}-wide latent plus a {{= f.mla_r}}-wide rotary key undercut full multi-head
        keys and values?]],
      vary = {c = {256, 384, 768}},
      answer = function(f, p) return f.mla_full/(p.c + f.mla_r) end,
      wrong = {{value = function(f, p) return f.mla_full/p.c end,
                hint = "The rotary key is cached too."},
               {value = function(f, p) return f.mla_full/2/(p.c + f.mla_r) end,
                hint = "The full cache holds keys and values."}},
      worked = [[{{= n(f.mla_full)}} over {{= n(p.c+f.mla_r)}}:
        {{= n(f.mla_full/(p.c+f.mla_r),1)}}. DeepSeek-V2's latent of {{= f.mla_c}} gives
        {{= n(f.mla_full/(f.mla_c+f.mla_r),1)}}; the larger reduction in the paper's abstract compares with
        another model and counts six-bit storage as well.]]},

    q.text{id = "why", seed = "S003-W04-MS", min_words = 50,
      ask = [[Why does the shared memory of FlashAttention not depend on S, and what does it pay
        for that?]],
      rubric = {"Tile sizes and head width fix the on-chip footprint",
                "Each row needs only a running maximum, a running sum and its output",
                "No block of scores outlives its tile",
                "K and V are read again for every block of queries",
                "The backward pass recomputes the scores from Q, K and the stored log-sum-exp"}},
  },
}
