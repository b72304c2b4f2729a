-- Week 8: sharding the state, narrowing the numbers, recomputing the activations.
return week {
  n = 8, part = 1, title = "ZeRO, FSDP, mixed precision, checkpointing", seeds = {"S003-W08"},

  summary = [[A training step needs sixteen bytes for every parameter before it has stored a
    single activation. This week removes most of them. You learn which part of the state each ZeRO
    stage shards and what that costs on the wire, why bf16 made loss scaling disappear, and how to
    trade a third more arithmetic for nearly all of the activation memory. You can then say
    whether a model fits, and by which means.]],

  concepts = {
    {id = "stages", title = "ZeRO stages", seed = "S003-W08-C1",
     text = [[Mixed-precision Adam keeps for each parameter two bytes of weight, two of gradient
       and twelve of fp32 master weight and two moments. Data parallelism stores all of it on each
       rank. Stage 1 shards the twelve, stage 2 also the gradients, stage 3 also the weights: a
       {{= n(f.psi/1e9)}}B model on {{= f.P}} GPUs goes from {{= gb(16*f.psi,0)}} per GPU to
       {{= gb(f.z1)}}, {{= gb(f.z2)}} and {{= gb(f.z3,0)}}. Activations are not touched by any of
       them.]]},
    {id = "comm", title = "What stage 3 sends", seed = "S003-W08-C2",
     text = [[A layer's weights are gathered before its forward pass and dropped after it,
       gathered once more before its backward pass, and its gradients are reduce-scattered. That
       is three transfers of the model where DDP's all-reduce makes two,
       {{= n(f.vol3/f.vol_dp,1)}} times the bytes as long as gradients travel in 16 bits. If they
       are reduced in fp32 the two are equal. Gathering the next layer while this one computes
       hides most of it.]]},
    {id = "mixed", title = "Mixed precision", seed = "S003-W08-C3",
     text = [[Matmuls run in 16 bits; the weights they use are rounded copies of an fp32 master.
       The master is there because an update is often smaller than half a unit in the last place
       of the weight and would round away: in bf16 the spacing at 1 is {{= n(f.ulp,4)}}. In fp16
       there is a second problem, gradients below about {{= n(f.sub/2*1e8,1)}} · 10⁻⁸ become zero.
       So the loss is multiplied by a large factor and the gradients are divided by it in fp32; a
       step that overflows is skipped and the factor halved.]]},
    {id = "bf16", title = "Why bf16 won", seed = "S003-W08-C4",
     text = [[bf16 has the exponent of fp32, eight bits, and so its range: gradients neither
       vanish nor overflow, and loss scaling with its skipped steps is not needed. It pays with
       precision, eight significant bits against eleven in fp16. That costs little, because sums
       are accumulated in fp32 inside the tensor cores and the master weight takes the updates. A
       conversion to and from fp32 is a shift with rounding.]]},
    {id = "ckpt", title = "Activation checkpointing", seed = "S003-W08-C5",
     text = [[The backward pass needs the activations of the forward pass, about s·b·h·(34 +
       5·a·s/h) bytes for each layer of a transformer in 16 bits (Korthikanti et al., 2022):
       {{= si(f.act,"B")}} at {{= n(f.s)}} tokens and width {{= n(f.h)}}. Keep only the input of
       each layer, 2·s·b·h bytes, and run its forward pass again when the backward pass arrives.
       The recomputation is a third of forward plus backward. Recomputing only the attention
       scores gets most of the saving for a few per cent.]]},
  },

  readings = {
    {"zero", hours = 2, seed = "S003-W08-R1",
     look_for = [[The figure of bytes per parameter for each stage, and the analysis of
       communication volume. Rederive the last row for a mixed-precision setting of your own.]]},
    {"fsdp2", hours = 1, seed = "S003-W08-R2",
     look_for = [[What sharding every parameter by itself, in place of one flat buffer, makes
       simpler: frozen weights, mixed dtypes, checkpoints.]]},
    {"mixedprec", hours = 1.5, seed = "S003-W08-R3",
     look_for = [[The histogram of gradient magnitudes and the part of it that fp16 loses. Which
       of the three techniques of the paper does bf16 make unnecessary?]]},
    {"nvmp", hours = 1, seed = "S003-W08-R4",
     look_for = [[The rules of the dynamic loss scale: when it grows, when it backs off, and where
       in the step the gradients are unscaled.]]},
    {"actrecomp", hours = 1, seed = "S003-W08-R5",
     look_for = [[The table of activation bytes by operation. Which rows does selective
       recomputation remove, and which does sequence parallelism?]]},
  },

  practice = {
    {seed = "S003-W08-HO", hours = 3,
     text = [[On two ranks, train the toy model of a billion-parameter shape, scaled down, in
       three settings: replicated fp32, replicated bf16 with fp32 masters, and fully sharded bf16.
       Predict the tracked peak bytes of each before you run it. One of the three results
       surprises most people; explain it.]]},
  },

  milestone = {seed = "S003-W08-MS",
    text = [[A 13B model is trained on 8 GPUs with ZeRO stage 3 and mixed-precision Adam. Give the
      memory per GPU for weights, gradients and optimiser state, then the bytes that a GPU sends
      in a step, and compare them with plain data parallelism.]]},

  labs = {"w08-zero", "w08b-mixed-precision", "c07-summation"},

  durable = {"Bytes per parameter of an optimiser",
             "Sharding trades memory for gathers that can be hidden",
             "Range against precision in 16 bits",
             "Recomputation as a memory technique"},
  ephemeral = {{"FSDP2's interface", as_of = "2026-01"},
               {"Defaults of the dynamic loss scale", as_of = "2026-01"}},

  facts = function(hw)
    local psi, P = 13e9, 8
    local share = (P - 1)/P
    local s, b, h, a, L = 2048, 1, 4096, 32, 32
    return {
      psi = psi, P = P, z1 = 4*psi + 12*psi/P, z2 = 2*psi + 14*psi/P, z3 = 16*psi/P,
      vol_dp = 2*2*psi*share, vol3 = 3*2*psi*share,
      vol_dp32 = 2*4*psi*share, vol3_32 = (2*2 + 4)*psi*share,
      ulp = 2^-7, sub = 2^-24, s = s, b = b, h = h, a = a, L = L,
      act = s*b*h*(34 + 5*a*s/h), ckpt = 2*s*b*h, link = hw.h100.nvlink/2,
    }
  end,

  questions = {
    q.table{id = "state", seed = "S003-W08-MS", unit = "GB", rtol = .01,
      ask = [[{{= n(f.psi/1e9)}}B parameters, {{= p.P}} GPUs, ZeRO-3, weights and gradients in 16
        bits, Adam with fp32 masters. What does each GPU hold?]],
      rows = {"weights", "gradients", "optimiser state"}, columns = {"per GPU"},
      vary = {P = {4, 16, 32, 64}},
      answer = function(f, p) return {{2*f.psi/p.P/1e9}, {2*f.psi/p.P/1e9}, {12*f.psi/p.P/1e9}} end,
      worked = [[Each of the three is divided by {{= p.P}}: two bytes of weight, two of gradient,
        and twelve of master weight and moments for every parameter. Together {{= gb(16*f.psi/p.P)}}.]]},

    q.num{id = "total", unit = "GB", rtol = .01,
      ask = [[The same model and machines: the state per GPU under ZeRO stage {{= p.z}}?]],
      vary = {z = {3, 2, 1}},
      answer = function(f, p) return f["z" .. p.z]/1e9 end,
      wrong = {{value = function(f) return 16*f.psi/1e9 end,
                hint = "That is the replicated state. Which part of it does this stage shard?"},
               {value = function(f, p) return f["z" .. p.z]/1e9*(16 + 4)/16 end,
                hint = [[The 16-bit weights and gradients were counted beside a full 16 bytes; the
                  sixteen include them.]]}},
      worked = [[2 + 2 + 12 bytes a parameter. Stage 1 divides the 12 by {{= f.P}}, stage 2 the
        gradients too, stage 3 everything: {{= gb(f.z1)}}, {{= gb(f.z2)}}, {{= gb(f.z3)}}.]]},

    q.num{id = "volume", seed = "S003-W08-MS", unit = "GB", rtol = .01,
      ask = [[How many bytes does a GPU send in one ZeRO-3 step of a {{= n(f.psi/1e9)}}B model on
        {{= p.P}} GPUs, everything in 16 bits?]],
      vary = {P = {4, 16, 32}},
      answer = function(f, p) return 6*f.psi*(p.P - 1)/p.P/1e9 end,
      wrong = {{value = function(f, p) return 4*f.psi*(p.P - 1)/p.P/1e9 end,
                hint = [[The weights are gathered twice: before the forward pass and again before
                  the backward pass.]]},
               {value = function(f, p) return 3*2*f.psi/1e9 end,
                hint = "A rank does not send itself its own part: (P − 1)/P of it."}},
      worked = [[Two all-gathers and one reduce-scatter, each (P − 1)/P of {{= gb(2*f.psi,0)}}:
        {{= gb(6*f.psi*(p.P - 1)/p.P)}}. At {{= si(f.link,"B/s")}} that is
        {{= ms(6*f.psi*(p.P - 1)/p.P/f.link,0)}} to hide.]]},

    q.num{id = "ratio", seed = "S003-W08-MS", unit = "x", rtol = .01,
      ask = [[And compared with DDP, if the gradients are reduced with {{= p.g}} bytes an element
        and the weights gathered with two?]],
      vary = {g = {2, 4}},
      answer = function(f, p) return (2*2 + p.g)/(2*p.g) end,
      wrong = {{value = function(f, p) return (2 + p.g)/(2*p.g) end,
                hint = "There are two gathers of the weights in a step."}},
      worked = [[DDP moves the gradients twice (reduce-scatter and all-gather), {{= n(2*p.g)}}
        bytes; stage 3 moves two times 2 for the weights and {{= p.g}} for the gradients,
        {{= n(4+p.g)}} bytes. The well-known factor of one and a half holds for 16-bit gradients
        only.]]},

    q.num{id = "bf16ddp", unit = "GB", rtol = .01,
      ask = [[{{= p.psi}} billion parameters, DDP in bf16 with fp32 master weights and Adam. State per
        GPU?]],
      vary = {psi = {.5, 1.5, 3, 7}},
      answer = function(_, p) return (2 + 2 + 12)*p.psi end,
      wrong = {{value = function(_, p) return (2 + 2 + 2 + 2)*p.psi end,
                hint = "The master weights and both moments stay in fp32."}},
      worked = [[2 + 2 + 4 + 4 + 4 bytes a parameter, {{= n(16*p.psi)}} GB: as much as pure fp32 with its four
        times four. Mixed
        precision saves activations and time, not state; sharding saves state.]]},

    q.num{id = "act", unit = "MB", rtol = .01,
      ask = [[Activations of one layer by s·b·h·(34 + 5·a·s/h): s = {{= n(p.s)}}, b = {{= f.b}}, h
        = {{= n(f.h)}}, a = {{= f.a}} heads?]],
      vary = {s = {2048, 4096, 1024}},
      answer = function(f, p) return p.s*f.b*f.h*(34 + 5*f.a*p.s/f.h)/1e6 end,
      wrong = {{value = function(f, p) return p.s*f.b*f.h*34/1e6 end,
                hint = "The second term is the score matrices, and they are the larger part."}},
      worked = [[The bracket is {{= n(34+5*f.a*p.s/f.h)}}, so
        {{= si(p.s*f.b*f.h*(34+5*f.a*p.s/f.h),"B")}} a layer. Keeping only the layer's input is
        {{= si(2*p.s*f.b*f.h,"B")}}.]]},

    q.num{id = "lost", unit = "1", rtol = .001,
      ask = [[A bf16 weight is {{= p.w}}. What is the spacing to the next larger bf16 number?]],
      vary = {w = {2, 4, 8, 16}},
      answer = function(f, p) return p.w*f.ulp end,
      wrong = {{value = function(_, p) return p.w*2^-8 end,
                hint = "Eight significant bits include the leading one, so seven follow it."},
               {value = function(_, p) return p.w*2^-10 end, hint = "That is fp16."}},
      worked = [[Seven stored bits of mantissa: 2⁻⁷ of {{= p.w}} is {{= n(p.w*f.ulp,7)}}. An update of a thousandth
        of the weight is less than half of that and rounds away, step after step; in the fp32 master it adds
        up.]]},

    q.choice{id = "scaling",
      ask = [[Where in a step must the gradients be divided by the loss scale?]],
      options = {"Before they are clipped and used, after the check for infinities",
                 "After the optimiser has stepped",
                 "Before the backward pass",
                 "Nowhere: Adam does not care about scale"},
      answer = 1,
      worked = [[Clipping compares a norm with a threshold, so it must see the true gradients.
        Adam does forgive a constant factor, but the scale changes during the run, and its moments
        would then mix different factors.]]},
  },
}
