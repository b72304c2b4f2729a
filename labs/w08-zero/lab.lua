-- w08-zero: a training state in parts: Adam's moments, then gradients, then weights, each rank a P-th.

-- Links and memory of an H100, a thousandth as fast; layers a thousandth as large. Every time is then that of the real
-- thing: bytes/beta is the same quotient, and alpha is not scaled.
local SCALE = 1000
local ALPHA_NS, BETA = 3000, hw.h100.nvlink_dir/SCALE
local STAGES = {bronze = .80, silver = .92, gold = .99}
local ALL_SAME, DRAWN = 0, 1
local ALL_BUT_FIRST, EVERY_SECOND = 1, 2

-- Adam reads weight, gradient and both moments and writes all but the gradient: seven words of four bytes.
local ADAM_B = 28
local ADAM_NS = ADAM_B*SCALE/hw.h100.bw*1e9

local function train(id, stage, P, L, total, more)
  local c = {id = id, stage = stage, P = P, L = L, total = total, S = 5, kind = DRAWN, freeze = 0, lr = .02, ns = 13,
             adam_ns = ADAM_NS, alpha_ns = ALPHA_NS, beta_Bps = BETA, calls = {"train"}}
  for k, v in pairs(more or {}) do c[k] = v end
  return c
end

-- The measured ones: 8 layers of 32 KiB, whose forward pass takes a little longer than their gather.
local LAYERS, EACH, STEPS, RANKS = 8, 8192, 1, 8
local function measured(id, stage)
  return train(id, stage, RANKS, LAYERS, LAYERS*EACH,
               {S = STEPS, kind = ALL_SAME, each = EACH, tags = {"gate", "bench"}})
end

local MODEL_B = "4*total"
local PASS = "(P - 1)*(alpha_ns + 4e9*each/P/beta_Bps)" -- one gather or one reduction of a layer
local WORK = "S*(3*total*ns + total/P*adam_ns) + total*ns"

local GATES = {}
local function gates(case, list)
  for _, g in ipairs(list) do
    GATES[#GATES + 1] = gate{id = g[1], call = "train", case = case, counter = g[2], op = g[3], value = g[4],
                             why = g[5]}
  end
end

local function timed(case, title)
  return bench{id = case, call = "train", case = case, metric = "fewer:vtime_ns", stages = STAGES, title = title,
               why = "alpha, beta and the arithmetic are the same for both"}
end

gates("stage-1", {
  {"moments", "peak_B_max", "<=", "1.05*" .. MODEL_B .. "*(2 + 2/P)", "the moments of Adam are there in parts only"},
  {"moments-kept", "peak_B_max", ">=", "0.99*" .. MODEL_B .. "*(2 + 2/P)",
   "less than the state cannot be: what does not come from comm_alloc() is not counted"},
  {"stage-1-bytes", "sent_B_max", "<=", "1.01*S*2*(P - 1)/P*" .. MODEL_B,
   "a reduce-scatter of gradients and an all-gather of weights: as much as one all-reduce"},
})
gates("stage-2", {
  {"gradients", "peak_B_max", "<=", "1.05*(" .. MODEL_B .. "*(1 + 3/P) + 2*4*each)",
   "moments and gradients in parts, and two layers' gradients whole: one that appears, one that is reduced"},
  {"gradients-kept", "peak_B_max", ">=", "0.99*(" .. MODEL_B .. "*(1 + 3/P) + 4*each)",
   "less than the state cannot be: what does not come from comm_alloc() is not counted"},
  {"stage-2-bytes", "sent_B_max", "<=", "1.01*S*2*(P - 1)/P*" .. MODEL_B, "as in stage 1"},
})
gates("slow-link", {
  {"backlog", "peak_B_max", "<=", "1.05*(" .. MODEL_B .. "*(1 + 3/P) + 2*4*each)",
   "a third gradient waits for the first to be reduced, also when the link is slower than the backward pass"},
})
gates("stage-3", {
  {"weights", "peak_B_max", "<=", "1.05*(4*" .. MODEL_B .. "/P + 4*4*each)",
   "all state in parts, and whole no more than the weights and the gradients of two layers"},
  {"weights-kept", "peak_B_max", ">=", "0.99*(4*" .. MODEL_B .. "/P + 2*4*each)",
   "less than the state cannot be: what does not come from comm_alloc() is not counted"},
  {"stage-3-bytes", "sent_B_max", "<=", "1.01*(3*S + 1)*(P - 1)/P*" .. MODEL_B,
   "two gathers and a reduce-scatter a step, and a gather for the pass at the end"},
  {"hidden", "vtime_ns", "<=", "1.05*(" .. WORK .. " + (2*S + 1)*" .. PASS .. ")",
   "of the communication only the first gather of a pass and the last reduction of a step are visible"},
})
gates("two-layers", {
  {"two-layers", "peak_B_max", "<=", "1.05*(" .. MODEL_B .. "/P + 12*each/P + 2*4*each)",
   "no more than two layers are whole at a time, in either pass"},
})

return lab {
  api = 1, rev = 1, id = "w08-zero", title = "ZeRO-1/2/3 / FSDP", kind = "ranks",
  week = 8, part = 1, domain = {"distributed training", "memory"},
  seeds = {"S000-P3-T2", "S000-P3-L3", "S002-R-6", "S002-REPO-10", "S002-5-4", "S003-DN-dist", "S003-W08",
           "S003-W08-C1", "S003-W08-C2", "S003-W08-HO", "S003-W08-MS", "S004-TOP-4", "S004-C06-T01", "S004-C06-T06",
           "S004-C06-T07", "S004-C06-EX"},
  requires = {"w07-ddp-overlap"}, suggests = {"w03-txmath"},
  hours = {read = 5.5, lab = 4},
  durable = {"Bytes a parameter: weight, gradient, and what the optimiser remembers",
             "An all-reduce is a reduce-scatter and an all-gather, and what lies between them need not be replicated",
             "What can be gathered again need not be kept, if the gather hides"},
  ephemeral = {{"FSDP2's interface and its default units", as_of = "2026-11"},
               {"NVLink 4: 450 GB/s a direction", as_of = "2026-11"}},
  readings = {
    {"zero", hours = 2, look_for = [[the table of bytes for each stage, and the argument that stages 1 and 2 send what
      data parallelism sends. Which width do its gradients have?]]},
    {"fsdp2", hours = 1, look_for = [[why sharding each parameter by itself makes frozen ones and mixed widths easy. Our
      unit is a layer, as in the first FSDP]]},
    {"fsdp", hours = 2.5, look_for = [[the figure with gathers and reductions on one stream, what limits how many are
      under way, and why that limit exists]]},
  },

  lang = "c", backends = {"ranks"},
  edit = {"zero.c"},
  reference = "ref.c", ladder = {"naive.c", "ref.c"},
  limits = {wall_s = 10, mem_MiB = 256, threads = 1},

  buffers = {
    count = {dtype = "i64", shape = {"L"}, dist = gen.custom"shape", note = "elements of each layer"},
    frozen = {dtype = "i32", shape = {"L"}, dist = gen.custom"shape", note = "1: no gradient, no moments"},
    w0 = {dtype = "f32", shape = {"total"}, dist = gen.uniform{lo = .5, hi = 1.5}},
    x = {dtype = "f32", shape = {"P", "S", "total"}, split = true, dist = gen.uniform{lo = -1, hi = 1},
         note = "each rank's data, by step"},
    w = {dtype = "f32", shape = {"total"}, note = "the same bits on every rank"},
  },
  calls = {
    train = call{harness = true, args = {i64"stage", i64"L", i64"S", f64"ns", f64"adam_ns", f64"lr", input"count",
                 input"frozen", input"w0", input"x", output"w"}, oracle = "train", tol = tol.rel_l2(1e-6),
                 title = "a few steps of training"},
  },

  cases = {
    train("ddp", 0, 3, 4, 601, {note = "everything everywhere"}),
    train("moments-two", 1, 2, 4, 601, {note = "stage 1"}),
    train("moments-eight", 1, 8, 3, 997, {S = 2, note = "stage 1, layers of one element among them"}),
    train("gradients-three", 2, 3, 3, 1009, {S = 2, orders = 20, note = "stage 2"}),
    train("alone", 3, 1, 3, 211, {tags = {"edge"}}),
    train("weights-two", 3, 2, 4, 601, {note = "stage 3"}),
    train("weights-three", 3, 3, 3, 1009, {S = 2, orders = 20, note = "stage 3, and P divides nothing"}),
    train("weights-eight", 3, 8, 3, 1511, {S = 2, note = "stage 3"}),
    train("one-element", 3, 8, 3, 3, {S = 1, kind = ALL_SAME, tags = {"edge"}, note = "seven ranks own none of it"}),
    train("one-layer", 3, 3, 1, 50, {tags = {"edge"}, note = "first and last at once"}),
    train("frozen-moments", 1, 3, 6, 800, {freeze = EVERY_SECOND, tags = {"edge"}}),
    train("frozen-gradients", 2, 2, 6, 800, {freeze = EVERY_SECOND, tags = {"edge"}}),
    train("frozen-weights", 3, 3, 5, 900, {S = 3, freeze = ALL_BUT_FIRST, tags = {"edge"},
          note = "only the first layer learns, and needs all others for it"}),
    train("straggler", 3, 4, 4, 1200, {S = 2, slow_rank = 2, slow_factor = 5,
                                       note = "one rank computes five times as long"}),
    train("hidden", gen.pick{1, 2, 3}, gen.pick{2, 3, 5, 6}, gen.pick{4, 6}, gen.pick{499, 1301}, {hidden = true, S = 3,
          freeze = gen.pick{0, EVERY_SECOND}, slow_rank = gen.pick{-1, 1}, slow_factor = 3}),
    measured("stage-1", 1), measured("stage-2", 2), measured("stage-3", 3),
    train("slow-link", 2, RANKS, LAYERS, LAYERS*EACH, {S = STEPS, kind = ALL_SAME, each = EACH, beta_Bps = BETA/8,
          tags = {"gate"}, note = "gradients come faster than they leave"}),
    train("two-layers", 3, RANKS, LAYERS, LAYERS*EACH, {S = STEPS, kind = ALL_SAME, each = EACH, freeze = ALL_BUT_FIRST,
          tags = {"gate"}, note = "one layer learns: the peak is weights"}),
  },

  gates = GATES,
  bench = {
    timed("stage-1", "ZeRO-1 in virtual time"), timed("stage-3", "ZeRO-3 in virtual time"),
  },


  predict = {
    predict{id = "flops", axis = "flops", unit = "TFLOP", answer = "6*f.psi*f.tokens/1e12", rtol = .05,
            ask = [[A step of {{= n(f.psi)}} parameters over {{= n(f.tokens)}} tokens on each GPU: how many FLOP a GPU,
              at 6
              a parameter and token? Does ZeRO change that?]],
            worked = "No stage changes it: every rank still computes with all the weights, on its own tokens."},
    predict{id = "bytes", axis = "bytes", unit = "GB", answer = "f.z(3, 8)/1e9",
            ask = [[State of {{= n(f.psi)}} parameters on each of 8 GPUs, everything sharded: 2 bytes of weight, 2 of
              gradient and 12 of the optimiser?]],
            worked = "16 bytes a parameter over 8: {{= gb(f.z(3, 8), 0)}}. Replicated it is {{= gb(f.z(0, 8), 0)}}."},
    predict{id = "intensity", axis = "intensity", unit = "FLOP/B", rtol = .05,
            answer = "6*f.psi*f.tokens/f.sent(3, 8, 2)",
            ask = "FLOP of that step for each byte sent in stage 3, 16 bits, 8 GPUs?",
            worked = "6·tokens/(3·2·7/8): the model's size cancels, as with DDP. What counts is tokens a GPU."},
    predict{id = "parallelism", axis = "parallelism", unit = "1", rtol = .01,
            answer = "math.ceil(16*f.psi/f.mem)", ask = [[From how many GPUs of {{= gb(f.mem, 0)}} on does the fully
              sharded state
              fit, activations left aside?]],
            worked = "{{= gb(16*f.psi, 0)}} over {{= gb(f.mem, 0)}}, rounded up. Activations want the rest."},
    predict{id = "failure", axis = "failure",
            choices = {"the loss explodes", "hardly anything", "a hang"}, answer = "hardly anything",
            ask = "Gradients are summed over 8 ranks and not divided by 8. With Adam, what do you see?",
            worked = "Adam divides a gradient by its own size. Only its epsilon, clipping and weight decay notice."},
  },

  facts = function(hw)
    local f = {psi = 13e9, P = 8, tokens = 4096, mem = hw.h100.mem + 0.0, link = hw.h100.nvlink_dir + 0.0,
               bw = hw.h100.bw + 0.0, peak = hw.h100.bf16 + 0.0, mfu = .4, stages = STAGES, scale = SCALE,
               alpha = ALPHA_NS*1e-9}
    -- state of stage s on P ranks: 2 + 2 + 12 bytes; bytes each rank sends a step, gradients of g bytes, weights of 2
    f.z = function(s, P, psi)
      local parts = {[0] = {16, 0}, {4, 12}, {2, 14}, {0, 16}}
      return (psi or f.psi)*(parts[s][1] + parts[s][2]/P)
    end
    f.sent = function(s, P, g) return (s == 3 and 2*2 + g or s == 0 and 2*g or 2 + g)*(P - 1)/P*f.psi end
    f.t_step = function(tokens) return 6*f.psi*tokens/(f.mfu*f.peak) end
    f.t_sent = function(s, P, g) return f.sent(s, P, g)/f.link end
    f.even = function(P, mfu) return f.sent(3, P, 2)/f.link*mfu*f.peak/(6*f.psi) end
    f.breakeven = f.even(8, f.mfu)
    f.adam = function(P) return ADAM_B*f.psi/P/f.bw end
    f.lab = {P = RANKS, L = LAYERS, each = EACH, total = LAYERS*EACH, ns = 13, S = STEPS}
    f.lab.pass = (RANKS - 1)*(f.alpha + 4*EACH/RANKS/(f.link/SCALE))
    f.lab.fwd = EACH*13e-9
    f.lab.kB = function(s)
      local t, e = 4*f.lab.total, 4*EACH
      return s == 0 and 4*t or s == 1 and t*(2 + 2/RANKS) or s == 2 and t*(1 + 3/RANKS) + 2*e or 4*t/RANKS + 4*e
    end
    return f
  end,

  questions = {
    q.table{id = "state", unit = "GB", rtol = .01, seed = "S003-W08-MS",
      ask = [[{{= n(f.psi)}} parameters, {{= p.P}} GPUs, stage 3: 2 bytes of weight, 2 of gradient, 12 of Adam's
        state and master weight. How much does each GPU hold?]],
      rows = {"weights", "gradients", "optimiser"}, columns = {"bytes"},
      vary = {P = {4, 12, 16, 32}},
      answer = function(f, p) return {{2*f.psi/p.P/1e9}, {2*f.psi/p.P/1e9}, {12*f.psi/p.P/1e9}} end,
      hint = "Each of the three is divided by the number of GPUs. The 12 are master weight and both moments, in fp32.",
      worked = "{{= gb(2*f.psi/p.P, 2)}}, {{= gb(2*f.psi/p.P, 2)}} and {{= gb(12*f.psi/p.P, 1)}}: " ..
               "{{= gb(f.z(3, p.P), 1)}} together."},
    q.num{id = "stage", unit = "GB", rtol = .01, seed = "S004-C06-T06",
      ask = "The same model and GPUs in stage {{= p.s}}: state on each GPU?",
      vary = {s = {1, 2}},
      answer = function(f, p) return f.z(p.s, 8)/1e9 end,
      wrong = {{value = function(f) return f.z(0, 8)/1e9 end, hint = "That is DDP. What does this stage take apart?"},
               {value = function(f) return f.z(3, 8)/1e9 end, hint = "That is stage 3. Weights are still whole here."},
               {value = function(f, p) return (f.z(p.s, 8) + 4*f.psi)/1e9 end,
                hint = "The 16 bytes include the 16-bit weight and gradient: do not add them again."}},
      worked = [[Stage 1 keeps 2 + 2 whole and 12/8, stage 2 keeps 2 whole and 14/8:
        {{= gb(f.z(p.s, 8), 2)}} in place of {{= gb(f.z(0, 8), 0)}}.]]},
    q.num{id = "volume", unit = "GB", rtol = .01, seed = "S003-W08-MS",
      ask = "Bytes that each GPU sends in a step of stage 3, weights and gradients in 16 bits, {{= p.P}} GPUs?",
      vary = {P = {8, 4, 2}},
      answer = function(f, p) return f.sent(3, p.P, 2)/1e9 end,
      wrong = {{value = function(f, p) return f.sent(0, p.P, 2)/1e9 end,
                hint = "One gather and one reduction are DDP's volume. When are weights needed a second time?"},
               {value = function(f) return 6*f.psi/1e9 end,
                hint = "A rank has its own part already: (P - 1)/P of it."}},
      worked = [[All-gather before forward, all-gather before backward, reduce-scatter after it: three times
        {{= n(p.P - 1)}}/{{= n(p.P)}} of {{= gb(2*f.psi, 0)}}, {{= gb(f.sent(3, p.P, 2), 2)}}. DDP sends two of them,
        {{= gb(f.sent(0, p.P, 2), 1)}}.]]},
    q.num{id = "ratio", unit = "x", rtol = .01, seed = "S003-W08-C2",
      ask = "Stage 3 against DDP in bytes sent, weights gathered in 16 bits, gradients reduced with {{= p.g}} bytes?",
      vary = {g = {4, 2}},
      answer = function(f, p) return f.sent(3, 8, p.g)/f.sent(0, 8, p.g) end,
      wrong = {{value = function(_, p) return p.g == 4 and 1.5 or 1 end,
                hint = "One and a half holds for one width of gradients only. Add up the bytes of both."}},
      worked = [[(2 + 2 + {{= n(p.g)}}) against 2·{{= n(p.g)}}: {{= n(f.sent(3, 8, p.g)/f.sent(0, 8, p.g), 2)}}. DDP
        sends the
        gradient's width twice, stage 3 once.]]},
    q.table{id = "toy", unit = "GB", rtol = .01, seed = "S003-W08-HO",
      ask = "{{= p.billion}} billion parameters on 2 GPUs, Adam. State on each GPU, activations left aside?",
      rows = {"DDP, fp32", "DDP, bf16 with fp32 master weights", "stage 3, bf16 with fp32 master weights"},
      columns = {"bytes"},
      vary = {billion = {.5, 2, 3}},
      answer = function(f, p) return {{16*p.billion}, {f.z(0, 2, p.billion)}, {f.z(3, 2, p.billion)}} end,
      hint = "fp32: 4 + 4 + 4 + 4. bf16: 2 + 2, and what does the optimiser keep?",
      worked = [[Bytes a parameter: 4·4 = 16; 2 + 2 + 4 + 4 + 4 = 16 as well; half of that. bf16 saves activations and
        time, not state.]]},
    q.num{id = "hide", unit = "tok", rtol = .02, seed = "S004-C06-T07",
      ask = [[Stage 3 of a model of {{= n(f.psi/1e9)}} billion parameters on {{= p.P}} H100, 16 bits,
        {{= si(f.link, "B/s")}} a direction, no latency, {{= p.mfu}} % of {{= si(f.peak, "FLOP/s", 4)}}. With how many
        tokens a GPU does a step's arithmetic take as long as its bytes?]],
      vary = {P = {3, 4, 16}, mfu = {30, 50}},
      answer = function(f, p) return f.even(p.P, p.mfu/100) end,
      wrong = {{value = function(f, p) return f.even(p.P, p.mfu/100)/2 end,
                hint = "NVLink's figure is for both directions; a ring uses one."},
               {value = function(f, p) return f.even(p.P, p.mfu/100)*2/3 end,
                hint = "That is DDP's volume. Stage 3 gathers twice."},
               {value = function(f, p) return f.even(p.P, 1) end, hint = "That is at the peak, which nobody reaches."},
               {value = function(f, p) return f.even(p.P, p.mfu/100)*1.5 end,
                hint = "6 FLOP a parameter and token: the forward pass counts, too."}},
      worked = [[{{= ms(f.t_sent(3, p.P, 2), 0)}} of bytes. 6·Ψ·tokens over the rate is as long at
        {{= n(f.even(p.P, p.mfu/100), 0)}} tokens.]]},
    q.num{id = "adam", unit = "ms", rtol = .02, seed = "S003-W08-C1",
      ask = [[Adam in fp32 moves 28 bytes a parameter. How long does it take on one H100 ({{= si(f.bw, "B/s")}}) when
        its
        state is sharded over {{= p.P}} ranks?]],
      vary = {P = {8, 4}},
      answer = function(f, p) return f.adam(p.P)*1e3 end,
      wrong = {{value = function(f) return f.adam(1)*1e3 end, hint = "That is DDP: every rank updates everything."}},
      worked = "{{= ms(f.adam(p.P), 1)}} against {{= ms(f.adam(1), 0)}}: time that stage 1 saves beside the memory."},
    q.choice{id = "frozen", seed = "S004-C06-T07",
      ask = "A frozen layer in stage 3, with a trainable one before it. Which collectives does it need in a step?",
      options = {"none", "one all-gather", "two all-gathers", "two all-gathers and a reduce-scatter"}, answer = 3,
      worked = [[It has no gradient of its own, but the layer before it needs the gradient of its output, which passes
        through the frozen weights.]]},
    q.order{id = "backward", seed = "S003-W08-C2",
      ask = "Layer l of a backward pass of stage 3, in the order in which it is done.",
      items = {"The gather of layer l - 1 is started", "Layer l's gradient is computed", "Layer l's weights are freed",
               "Layer l's gradient is reduce-scattered", "Its whole gradient is freed"},
      hint = "What must be ready for the next layer's arithmetic goes first."},
    q.text{id = "why", min_words = 50, seed = "S004-C06-T06",
      ask = [[A team turns on stage 3 and its step becomes twice as long, on eight GPUs of one node. Name three causes
        and what in the timeline tells them apart.]],
      rubric = {"no prefetch: each layer's arithmetic waits for its own gather",
                "too few tokens a GPU: the communication stream is always busy and is longer than the arithmetic",
                "units too small: latency of many collectives, small messages",
                "one late rank: all others' collectives are long, and end together"}},
  },

  hints = {
    {on = "build", match = {"defines no", "implicit declaration", "undeclared", "undefined reference", "redefinition"},
     "zero.c defines six functions; adam() is given. Collectives, streams and comm_alloc are in " ..
                   "ridge/ranks.h."},
    {on = "sanitize", [[P*part is more than n: is the array that a collective fills as long as that? And w0 is only n
      long: what does the last rank copy?]]},
    {on = "case:ddp", "Stage 0: one all-reduce a layer, COMM_AVG, when the gradient is ready; then Adam on all of it."},
    {on = "case:moments-two", [["other bits": after the step each rank has a new part and old others. A small difference
      everywhere: are gradients averaged, or summed? Were they zeroed for this step?]]},
    {on = "case:one-element", "Ranks that own nothing still have a padded part, and still make every call."},
    {on = "case:frozen-weights", "Frozen layers are gathered in both passes like all others. They have no gradient, " ..
                                 "no more."},
    {on = "case:alone", "With one rank nothing is sent, but dropping and gathering still happen: whose weights are " ..
                        "old?"},
    {on = "case:one-layer", "Layer 0 is also the last: there is nothing to fetch after it, nor before it."},
    {on = "gate:moments", "m and v have a part's length, not the layer's."},
    {on = "gate:stage-1-bytes", "An all-reduce is a reduce-scatter and an all-gather. Which half of it do you need " ..
                                "here?"},
    {on = "gate:gradients", "A whole gradient is freed when its reduction is done, and no third one starts before."},
    {on = "gate:backlog", [[Reductions fall behind here, and gradients pile up: before a new one is made, wait for the
      event of the last but one.]]},
    {on = "gate:weights", "Peak: draw layers against time. Is l - 1 freed before l + 1 is asked for? In both passes?"},
    {on = "gate:stage-3-bytes", "Count collectives for each layer and step: two gathers, one reduction."},
    {on = "gate:hidden", "While layer l is computed, the next one has to be on its way: a stream, and an event for " ..
                         "each layer."},
    {on = "gate:two-layers", "No gradients to speak of here, and none for frozen layers, nor moments. Else weights " ..
                             "of three layers are alive at a time. Free " ..
                             "first, then ask."},
    {on = "bench:stage-1", [[Right, and slow: what does the computation wait for? A layer's reduction leaves on the
      stream when its gradient is ready and runs beside the layer before it; only the step waits for all of them.
      And the weights' gathers after it: who needs them, and when?]]},
    {on = "bench:stage-3", [[Right, and slow: which gather is asked for too late, or waits behind a reduction? That of
      l - 1 goes in before the reduction of l, and a layer waits for its own event, not for the stream.]]},
    {on = "call:train", [[The weights differ from the float64 run. Which elements: the tail of a layer (padding), the
      first
      layer (kept over the step), all of it (mean, zeros, Adam's step number)?]]},
    {after = 3, "P = 2 and two layers of three elements: write down for each rank what it holds after each call."},
  },
}
