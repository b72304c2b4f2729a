-- d07: Transformer Math and FlashAttention.

-- Attention of one head, S queries on S keys of width d in 16 bits; K and V are read once for each `rows` queries.
local function head(S, d, rows)
  local h = {S = S, d = d, rows = rows, flop = 4*S*S*d, arrays = 4*S*d*2, trips = 4*S*S*2}
  h.standard, h.kv = h.arrays + h.trips, 2*S*d*2
  h.again = S//rows*h.kv          -- K and V out of L2
  h.l2 = h.arrays - h.kv + h.again
  return h
end

-- What d07-three asks of H query heads of width d on Hkv, causal: `q` queries behind `before` keys.
local function attend(m, q, before)
  local pairs_seen = q*before + q*(q + 1)/2
  local flop, bytes = 4*m.H*m.hd*pairs_seen, 2*2*q*m.H*m.hd + 2*2*(before + q)*m.Hkv*m.hd
  return {flop = flop, bytes = bytes, pairs = pairs_seen, row = {flop/1e9, bytes/1e6, flop/bytes}}
end

-- A kernel that does one thing after the other: shares of each unit's rate, of what the clock of the card implies.
local function serial(gpu)
  local s = {S = 16384, d = 128, rows = 64, keys = 128, busy = .35, miss = .07, alu_ops = 14, other_ops = 2.5,
             lanes = 128, mufu_lanes = 16, bank = 128}
  s.rate = s.busy*gpu.bf16
  local scores = s.rate/(4*s.d)
  local chip = gpu.sms*gpu.clock
  s.tensor = 100*s.busy
  s.mufu = 100*scores/(s.mufu_lanes*chip)
  s.alu = 100*s.alu_ops*scores/(s.lanes*chip)
  s.issue = 100*(s.alu_ops + 1 + s.other_ops)*scores/(s.lanes*chip)
  -- A tile of keys in shared memory: K and V written and read, and Q read again, for one warp group's 64 rows.
  local tile = 2*s.keys*s.d*2
  local clocks = (2*tile + s.rows*s.d*2)/s.bank
  s.shared = 100*s.busy*clocks/(4*s.rows*s.keys*s.d/gpu.tensor_clk)
  -- Two blocks of a cluster share what comes out of L2.
  s.l2 = s.rate/(s.S/(1 + s.S/(2*s.rows)))
  s.dram = 100*s.miss*s.l2/gpu.bw
  s.sum = s.tensor + s.mufu + s.alu
  s.ratio = s.mufu/s.tensor                  -- exponentials in units of the products' time
  s.two = 100/(1 + s.ratio)
  s.three = 100/(1 + s.ratio + s.alu/s.tensor)
  return s
end

local function slope(h, H) return 2.0^(-8*h/H) end

return deep {
  id = "d07", words = 8600, exercises = 6,
  after = {"d02", "d11"},
  labs = {"c11-transformer-fwd", "w03-txmath", "w04-flash-tiles", "w04b-flash-cuda", "w29-rope-yarn",
          "w06b-paged-attn"},
  hours = {read = 3.5, exercises = 6},
  topics = {
    {"S004-C07-T01", at = "#Mechanism/From a text to a product of probabilities"},
    {"S004-C07-T02", at = "c11-transformer-fwd#Math/Why √d"},
    {"S004-C07-T03", at = "c11-transformer-fwd#Mechanism/Step by step"},
    {"S004-C07-T04", at = "w04-flash-tiles#Mechanism/Masks"},
    {"S004-C07-T05", at = "#Mechanism/One key for several questions"},
    {"S004-C07-T06", at = "#Math/Rotary positions"},
    {"S004-C07-T07", at = "#Math/Bias, window, stretch"},
    {"S004-C07-T08", at = "#Math/Where the norm stands"},
    {"S004-C07-T09", at = "#Math/Two norms"},
    {"S004-C07-T10", at = "c11-transformer-fwd#Math/Why 8/3"},
    {"S004-C07-T11", at = "#Numbers/What a conversation keeps"},
    {"S004-C07-T12", at = "w03-txmath#Math/Pairs and tokens"},
    {"S004-C07-T13", at = "w04-flash-tiles#Math/The induction"},
    {"S004-C07-T14", at = "#Code/The tiled algorithm"},
    {"S004-C07-T15", at = "#Mechanism/Who works when"},
    {"S004-C07-T16", at = "#Mechanism/With a cache"},
  },
  readings = {
    {"attention", hours = 1, look_for = "section 3.2: the footnote on the variance, and what the mask is set to"},
    {"onlinesm", hours = .5, look_for = "algorithm 3, and its proof"},
    {"fa1", hours = 2, look_for = "theorem 2: which memory is counted, and what is assumed of the other one"},
    {"fa2", hours = 1, look_for = "section 3: which loop is outside now, and who owns a row"},
    {"fa3", hours = 1.5, look_for = "which warp group waits at which barrier"},
    {"gqa", hours = .5, look_for = "how a trained model's key heads are merged"},
    {"rope", hours = 1, look_for = "the two conditions from which the rotation is derived"},
    {"yarn", hours = 1, look_for = "to how many factors of a score the temperature is applied"},
    {"alibi", hours = .5, look_for = "how the slopes are chosen, and what is measured beside perplexity"},
  },
  sources = {
    "Dao-AILab/flash-attention, hopper/flash_attn_interface.py: flash_attn_with_kvcache, and how masks are aligned",
    [[PyTorch documentation, torch.nn.attention.bias: causal_upper_left is what is_causal=True means in
      scaled_dot_product_attention]],
    "CUDA C++ Programming Guide, arithmetic throughput at 9.0: 16 special functions, 128 FP32 results a clock and SM",
  },
  ephemeral = {{"Names and defaults of flash_attn_with_kvcache's arguments", as_of = "2026-11"},
               {"Which kernel is the fastest on which GPU", as_of = "2026-11"},
               {"Which rule of positions a new model is released with", as_of = "2026-11"}},
  disputed = {
    {id = "fa-traffic", says = {
      {"FlashAttention makes far fewer HBM accesses than standard attention, on the order of S²d²/M",
       source = "Dao and others, 2022, theorem 2: a machine of two memories"},
      {[[with tiles of 64 rows at d = 128 a machine of two memories moves nearly as much as without tiles; what spares
        HBM on a GPU is a third memory between the two]], source = "counted in lab w04-flash-tiles"}}},
    {id = "fa3-peak", says = {
      {"up to 740 TFLOP/s in FP16 on an H100, 75 % of the peak", source = "Shah and others, 2024, abstract"},
      {[[693 TFLOP/s without a mask at 8,192 tokens, 70 % of the same data sheet's figure, with the same roles of
        warps, on an H200 at the limit of its power]],
       source = "measured, kernels/w17-flash-hopper/bench.cu, one H200, 28 November 2026"}}},
    {id = "extrapolation", says = {
      {[[a model with linear biases that was trained on 1,024 tokens has at 2,048 the perplexity of a sinusoidal one
        that was trained on 2,048, so it extrapolates]], source = "Press and others, 2022, abstract"},
      {[[at twice the trained length the perplexity of a rotary model has hardly moved, and at least four in five keys
        far back are no longer found, so perplexity does not show whether a model reads on]],
       source = "measured in lab w29-rope-yarn with microlm's draft, 2026-11"}}},
  },
  class = {"d07-three", "d07-exp"},
  facts = function(hw, models)
    local f = {g = function(x) return ("%.3g"):format(x) end}
    f.l70, f.l8, f.l7 = models.llama3_70b, models.llama3_8b, models.llama2_7b
    f.layer = {H = f.l70.H, Hkv = f.l70.Hkv, hd = f.l70.hd}
    f.attend = function(q, before) return attend(f.layer, q, before) end
    f.kv = function(m, heads) return 2*m.L*heads*m.hd*2 end -- bytes a token, all layers, 16 bits
    f.S, f.bytes = 8192, 2

    -- The worked example.
    f.one = head(8192, 128, 128)
    f.t_mma, f.t_hbm = f.one.flop/hw.h100.bf16, f.one.standard/hw.h100.bw
    f.exps = 16*hw.h100.sms*hw.h100.clock
    f.t_exp = f.one.S*f.one.S/f.exps
    f.l2_bw = hw.h200_time.l2
    f.tiles = function(n) return n*(n + 1)//2 end
    f.decode = {flop = 4*f.one.S*f.one.d, kv = f.one.kv, scores = 4*f.one.S*2}
    f.of_box = hw.h200_m.attn_fa2/hw.h200.bf16

    -- Two keys whose scores have a deviation of 1, or of √d; their gap has √2 times that.
    f.width = 128
    f.slack = function(gap) local p = 1/(1 + math.exp(-gap)) return p*(1 - p) end

    -- ALiBi with eight heads.
    f.H = 8
    f.slope = slope
    f.half = function(h) return math.log(2)/slope(h, f.H) end
    f.keys = function(h) return 1/(1 - math.exp(-slope(h, f.H))) end

    -- A window of w keys, and what L layers of it can hear of.
    f.w = 1024
    f.window = function(S, w) return S*w - w*(w - 1)/2 end
    f.theta = {1, .1, .01}
    f.turn = function(x) return x%(2*math.pi) end

    f.serial = serial(hw.h100)
    -- d07-hybrid-kv: bytes a token and layer, and both kinds of layers.
    f.per, f.all, f.near, f.ring = 2*8*128*2, 8, 40, 1024
    f.hybrid = function(S) return f.per*(f.all*S + f.near*math.min(S, f.ring))/2.0^30 end
    return f
  end,

  questions = {
    q.num{id = "d07-hybrid-kv", unit = "GiB", rtol = .005, seed = "S004-C07-EX",
      ask = [[A model has 48 layers with 8 KV heads of 128 numbers in 16 bits. Eight of the layers attend to everything,
        forty to a window of 1,024 tokens, whose keys and values stand in a ring buffer. How large is the KV cache of
        one sequence of {{= n(p.S)}} tokens, in GiB?]],
      vary = {S = {8192, 32768, 131072}},
      answer = function(f, p) return f.hybrid(p.S) end,
      wrong = {{value = function(f, p) return f.per*(f.all + f.near)*p.S/2.0^30 end, hint = "Forty layers forget."},
               {value = function(f, p) return f.hybrid(p.S)/2 end, hint = "K and V."},
               {value = function(f) return f.per*(f.all + f.near)*f.ring/2.0^30 end,
                hint = "Eight layers don't forget."}},
      hint = "What does one token take in one layer? How many tokens does each of the two kinds of layer hold?",
      worked = [[A token takes 2 · 8 · 128 · 2 B = {{= n(f.per)}} B in a layer. Eight layers hold {{= n(p.S)}} tokens
        each, forty hold {{= n(f.ring)}}: {{= n(f.per)}} · (8 · {{= n(p.S)}} + 40 · {{= n(f.ring)}}) B = {{=
        n(f.hybrid(p.S), 3)}} GiB. With 48 layers that attend to everything it would be {{= n(f.per*48*p.S/2.0^30, 2)}}
        GiB. {{= pct(f.all*p.S/(f.all*p.S + f.near*f.ring), 0)}} of what is left lies in the eight layers: a longer
        text costs there and nowhere else.]]},
    q.table{id = "d07-three", units = {"GFLOP", "MB", "FLOP/B"}, rtol = .005, seed = "S004-C07-EX",
      ask = [[Attention of one layer of Llama 3 70B: 64 query heads, 8 KV heads of 128 numbers, 16 bits, causal. FLOP
        are those of QKᵀ and PV, counted exactly over the pairs that are not masked; bytes are Q and O once, K and V
        once. First the prefill of {{= n(p.S)}} tokens; then the decode of one token whose row, its own key with it,
        meets {{= n(p.S)}} keys; then a chunk of 512 tokens, the last of a prompt of {{= n(p.S)}}.]],
      vary = {S = {8192, 16384}},
      rows = {"prefill", "decode", "chunk"}, columns = {"arithmetic", "bytes", "intensity"},
      answer = function(f, p)
        return {f.attend(p.S, 0).row, f.attend(1, p.S - 1).row, f.attend(512, p.S - 512).row}
      end,
      wrong = {{cell = {1, 1}, value = function(_, p) return 4*8192*p.S*p.S/1e9 end,
                hint = "Causal: half of the pairs."},
               {cell = {2, 3}, value = function() return 1 end,
                hint = "Eight queries share each K: that is GQA's point."},
               {cell = {3, 1}, value = function(_, p) return 4*8192*512*p.S/1e9 end,
                hint = "The chunk's own triangle is half full."}},
      hint = "4 · 64 · 128 FLOP a pair. How many pairs has each of the three? How many rows of Q, how many of K?",
      worked = [[A pair costs 4 · 64 · 128 = {{= n(4*64*128)}} FLOP, a query's rows in Q and O 2 · 8,192 · 2 B, a key's
        in K and V 2 · 1,024 · 2 B. Prefill has S(S + 1)/2 = {{= n(f.attend(p.S, 0).pairs)}} pairs: {{= n(f.attend(p.S,
        0).flop/1e9, 1)}} GFLOP over {{= n(f.attend(p.S, 0).bytes/1e6, 2)}} MB, {{= n(f.attend(p.S, 0).row[3], 0)}}
        FLOP/B. Decode has {{= n(p.S)}} pairs: {{= n(f.attend(1, p.S - 1).flop/1e9, 5)}} GFLOP over {{= n(f.attend(1,
        p.S - 1).bytes/1e6, 3)}} MB, {{= n(f.attend(1, p.S - 1).row[3], 3)}} FLOP/B. The chunk has 512 · {{= n(p.S -
        512)}} + 512 · 513/2 = {{= n(f.attend(512, p.S - 512).pairs)}}: {{= n(f.attend(512, p.S - 512).flop/1e9, 2)}}
        GFLOP over {{= n(f.attend(512, p.S - 512).bytes/1e6, 3)}} MB, {{= n(f.attend(512, p.S - 512).row[3], 0)}}
        FLOP/B. An H100's ridge is {{= n(hw.h100.ridge, 0)}}: decode attention is memory-bound by its structure, at any
        length, and a chunk is not.]]},
    q.order{id = "d07-rope", seed = "S004-C07-EX",
      ask = [[q stands at position m, k at n, and both are rotated by their positions. Prove that their inner product
        depends on m − n only: put the steps in their order.]],
      items = {"Read each pair of coordinates as a complex number.",
               "Position m turns pair i by the angle mθᵢ, position n by nθᵢ.",
               "The real inner product of two pairs z and w is Re(z·w̄).",
               "Conjugation turns the rotation of k into e^(−inθᵢ).",
               "The exponents add up to i(m − n)θᵢ.",
               "So pair i contributes Re(qᵢ·k̄ᵢ·e^(i(m−n)θᵢ)).",
               "The sum over the pairs depends on m and n through m − n alone."},
      same = {{2, 3}},
      wrong = {{before = {4, 3}, hint = "Where does the bar come from?"},
               {before = {7, 5}, hint = "Each pair has its own θ."}},
      worked = [[With pairs read as complex numbers, zᵢ = qᵢe^(imθᵢ) and wᵢ = kᵢe^(inθᵢ). The inner product of the two
        real vectors is Σ Re(zᵢ·w̄ᵢ). The bar makes e^(−inθᵢ) of the rotation of k, the two factors are e^(i(m−n)θᵢ),
        and what is left is Σ Re(qᵢ·k̄ᵢ·e^(i(m−n)θᵢ)). m and n are nowhere but in their difference. That the exponents
        add is used within a pair, since each pair has a frequency of its own; only then comes the sum. How a pair is
        turned and what an inner product is do not need one another: those two steps may stand in either order.]]},
    q.diagnose{id = "d07-exp", source = "made",
      from = "an H100's rates, for blocks of 64 rows of which two share their tiles",
      seed = "S004-C07-EX",
      ask = [[Attention forward on an H100, head size 128, {{= n(f.serial.S)}} tokens: {{= n(f.serial.rate/1e12, 0)}}
        TFLOP/s. What is the bound, which lines show it, and what would you change first?]],
      title = "shares of each unit's rate",
      lines = {
        {"tensor pipe: {{= n(f.serial.tensor, 0)}} %", role = "for"},
        {"MUFU (exponentials): {{= n(f.serial.mufu, 1)}} %", role = "for"},
        {"FP32 ALU: {{= n(f.serial.alu, 1)}} %", role = "for"},
        {"DRAM: {{= n(f.serial.dram, 0)}} %", role = "against",
         hint = "DRAM is nearly idle: that speaks against memory, and for nothing else."},
        {"shared-memory pipe: {{= n(f.serial.shared, 0)}} %", role = "against",
         hint = "It has more than half of its rate left, and copies run beside everything else: not here."},
        {"spills: none", role = "neutral"},
        {"one warp group alternates QKᵀ, softmax and PV", role = "for"},
        {"issue slots in use: {{= n(f.serial.issue, 0)}} %", role = "neutral"},
        {"causal: no", role = "neutral"},
      },
      claims = {"exp is the bound", "memory is the bound", "nothing is full: phases run one after another",
                "occupancy is too low"},
      claim = 3,
      fixes = {"overlap one warp group's softmax with the other's products (ping-pong), or pipeline inside one",
               "a cheaper exp2", "larger tiles of K", "FP8"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Line 2: {{= n(f.serial.mufu, 1)}} %. A bound is near 100 %.", [2] = "Line 4.",
                        [4] = "More warps that all do the same thing at the same time would wait together (line 7)."},
               fix = {[2] = "It shortens the smallest of three phases.",
                      [3] = "Fewer turns of the loop, each with the same three phases.",
                      [4] = "It halves one phase of three, and the phases still run one after another."}},
      worked = [[No unit is near its rate, but {{= n(f.serial.tensor, 0)}} + {{= n(f.serial.mufu, 1)}} + {{=
        n(f.serial.alu, 1)}} = {{= n(f.serial.sum, 1)}} %: the sum is near 100 %, not the maximum. This is the
        signature of phases in turn, and line 7 says the same in words. Products and exponentials alone, one after the
        other, would allow {{= n(f.serial.two, 0)}} % of the peak, with the other arithmetic of the softmax {{=
        n(f.serial.three, 0)}} %. So let the phases run side by side: two warp groups that take turns on the tensor
        cores, or the next tile's scores in flight during this tile's softmax.]]},
    q.build{id = "d07-window", lab = "w04b-flash-cuda", drill = "window", seed = "S004-C07-EX",
      ask = [[Give your attention kernel a window and a cap: row i sees the keys i − w + 1 to i, and a score s becomes
        cap·tanh(s/cap). At S = 1,024 and w = 128 the eight blocks of 128 rows are to load 30 tiles of 64 keys, where
        causal attention loads 72.]],
      worked = [[The loop over tiles begins at the tile in which the block's first row begins to see: for 128 rows and
        128 keys that is at most four tiles, two for the first block, 2 + 7·4 = 30. In the tiles at either end each row
        masks what is outside of its own window. The cap comes before the maximum is taken: the weights are exponentials
        of bent scores. A mask is a bound of a loop before it is a −∞.]]},

    q.text{id = "d07-fa", min_words = 80, seed = "S004-C07-EX",
      ask = [["FlashAttention does the same arithmetic, so why is it faster, and when is it not?" Answer in about 120
        words, with two different memories, one number for each, and one case where it gains nothing.]],
      worked = [[Forward it makes the same products and is exact: a running maximum, and a rescale of the sum and of
        the output by exp(m − m′) whenever that grows. What changes is where scores live. For one head with S = {{=
        n(f.one.S)}} and d = {{= f.one.d}} in 16 bits, writing and reading them twice is {{= mb(f.one.trips, 0)}} of
        HBM traffic, Q, K, V and O once are {{= mb(f.one.arrays, 1)}}. K and V are read again for each tile of {{=
        f.one.rows}} rows, {{= mb(f.one.again, 0)}}, but from L2. Backward it makes more arithmetic: five products and
        not four, as the scores are formed again. In decode there is one query: the scores are a row, K and V are read
        once in any case, and tiling saves {{= pct(f.decode.scores/(f.decode.scores + f.decode.kv), 1)}} of the bytes.
        What helps there is to split the keys over more SMs.]],
      rubric = {"the S² scores never leave the chip",
                "a number for HBM traffic, for a shape that is stated",
                "re-reads of K and V from L2 are named apart, with a number",
                "backward recomputes the scores, and what that costs",
                "decode with one query gains little from tiling itself; splits are what helps there",
                "the result is exact: rescaling by exp(m − m′)"}},
  },
}
