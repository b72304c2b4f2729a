-- Week 26: teaching a large model with a small number of parameters.
return week {
  n = 26, part = 3, title = "Efficient finetuning: LoRA and QLoRA", seeds = {"S003-W26"},

  summary = [[Full finetuning needs sixteen bytes for each parameter, nearly all of them for
    parameters that hardly change. You learn the two ideas that avoid it: train a low-rank
    difference, and store the frozen rest in four bits. You implement the four-bit format to the
    last code, gradients that never materialise a full matrix, and merging. The milestone strings
    data, training, checkpoints and evaluation together and accounts for the bytes at every
    stage.]],

  concepts = {
    {id = "full", title = "What full finetuning costs", seed = "S003-W26-C1",
     text = [[The state is that of any mixed-precision training: two bytes of weight, two of
       gradient, four of master weight, eight of moments, sixteen a parameter. Llama-3-8B needs
       {{= gb(16*f.P,1)}} before activations, two GPUs' worth even with sharding. Only the weights
       are needed to run the model; the other fourteen bytes exist because each parameter is
       trained. Train fewer of them, and they vanish.]]},
    {id = "lora", title = "LoRA", seed = "S003-W26-C2",
     text = [[Leave W as it is and learn a difference ΔW = (α/r)·B·A with B of d × r and A of r ×
       d; B starts at zero, so training starts from the model. With rank {{= f.r}} on query and
       value projections Llama-3-8B has {{= n(f.lora)}} trainable parameters,
       {{= pct(f.lora/f.P,3)}}. For GPT-3 at rank {{= f.r3}} the reduction is
       {{= n(f.gpt3/f.lora3,0)}} times, the paper's ten thousand. After training the difference
       can be added into a 16-bit W and costs nothing; a four-bit base would have to be rounded
       again, which changes its outputs.]]},
    {id = "qlora", title = "QLoRA", seed = "S003-W26-C3",
     text = [[The frozen base is stored in NF4, sixteen levels at the quantiles of a normal
       distribution, with a scale for each {{= f.block}} weights. Double quantisation stores these
       scales in eight bits with a second scale for each {{= f.block2}} of them, so a weight costs
       {{= n(f.bits,3)}} bits instead of {{= n(f.bits1,1)}}. The optimiser state is paged to the
       host when memory peaks. A base of 65 billion takes {{= gb(f.q65,1)}}, which leaves room on
       a 48 GB card for adapters and short sequences.]]},
    {id = "peft", title = "Inside a PEFT library", seed = "S003-W26-C4",
     text = [[get_peft_model walks the modules, replaces those whose names match by wrappers that
       hold the old layer and the adapter, and freezes the rest. merge_and_unload adds the
       differences and puts the plain layers back. Under FSDP the frozen and the trained
       parameters should not share a flat buffer, since only one kind has gradients, and a
       quantised base must be sharded in its packed form. Several adapters can stay unmerged over
       one base and be chosen per request.]]},
    {id = "ia3", title = "IA³", seed = "S003-W26-C5",
     text = [[Instead of matrices, learn three vectors in each layer, which scale keys, values and
       the hidden activations of the MLP element by element. For Llama-3-8B that is {{= n(f.ia3)}}
       parameters, {{= n(f.lora/f.ia3,1)}} times fewer than rank-{{= f.r}} LoRA on two
       projections. The vectors can be folded into the neighbouring matrices. With so few
       parameters it needs larger learning rates and suits small data sets.]]},
  },

  readings = {
    {"lora", hours = 3, seed = "S003-W26-R1",
     look_for = [[The table of quality over rank and over which matrices get adapters, at an equal
       number of parameters. And the measurement of how ΔW relates to W.]]},
    {"qlora", hours = 3, seed = "S003-W26-R2",
     look_for = [[The construction of the sixteen NF4 levels, and why zero is one of them. Then
       the ablation of double quantisation: bytes saved, quality lost.]]},
    {"peft", hours = 3, seed = "S003-W26-R3",
     look_for = [[How an adapter is attached, saved and merged; which combinations with
       quantisation and sharding are supported and which are refused.]]},
    {"smolcourse", hours = 4, seed = "S003-W26-R4",
     look_for = [[The path from raw conversations to a trained adapter: chat template, packing,
       loss mask. Which tokens does the loss cover?]]},
  },

  practice = {
    {seed = "S003-W26-HO", hours = 3,
     text = [[Finetune the small shared model in three ways: all parameters, LoRA of rank eight,
       and LoRA on the four-bit base. `ridge profile w26-qlora` runs all three with your functions.
       Record peak bytes, tokens per second and the loss on held-out texts for each, next to the
       bytes you predicted.]]},
  },

  milestone = {seed = "S003-W26-MS",
    text = [[One pipeline from end to end: stream the data, train adapters on a four-bit base
      while checkpoints are written in the background, merge into 16 bits, evaluate. Record peak
      memory and throughput of every stage, and account for the largest items of each.]]},

  labs = {"w26-qlora"},

  durable = {"State per trained parameter, bytes per frozen one",
             "Low-rank differences",
             "Quantiles as quantisation levels"},
  ephemeral = {{"Interfaces of PEFT and TRL", as_of = "2026-01"},
               {"What fits on which card", as_of = "2026-01"}},

  facts = function(hw, models)
    local m = models.llama3_8b
    local d, L, ff, V, kvd = m.d, m.L, m.ff, m.V, m.Hkv*m.hd
    local linear = L*(2*d*d + 2*d*kvd + 3*d*ff)
    local P = linear + L*2*d + 2*V*d + d
    local r, r3, block, block2 = 8, 4, 64, 256
    local function bits_of(size) return 4 + 8/size + 32/(size*block2) end
    local function base(size) return linear*bits_of(size)/8 + 2*2*V*d end
    local bits = bits_of(block)
    return {
      d = d, L = L, ff = ff, kvd = kvd, P = P, linear = linear, emb = V*d,
      r = r, lora = L*(r*(d + d) + r*(d + kvd)), ia3 = L*(2*kvd + ff),
      r3 = r3, gpt3 = 175e9, lora3 = 96*2*2*r3*12288,
      block = block, block2 = block2, bits = bits, bits1 = 4 + 32/block,
      P65 = 65e9, q65 = 65e9*bits/8, base8 = base(block), base = base, bits_of = bits_of,
    }
  end,

  questions = {
    q.num{id = "full", unit = "GB", rtol = .01,
      ask = [[Full finetuning of {{= p.P}} billion parameters with mixed-precision Adam: the state
        without activations?]],
      vary = {P = {1.5, 3, 13, 34}},
      answer = function(_, p) return 16*p.P end,
      wrong = {{value = function(_, p) return 12*p.P end,
                hint = "The 16-bit weights and gradients are there as well."},
               {value = function(_, p) return 8*p.P end,
                hint = "Master weights and both moments are fp32: twelve bytes of the sixteen."}},
      worked = [[2 + 2 + 4 + 4 + 4 bytes a parameter: {{= n(16*p.P)}} GB.]]},

    q.num{id = "lora", unit = "1", rtol = 0,
      ask = [[LoRA of rank {{= p.r}} on the query projection ({{= n(f.d)}} × {{= n(f.d)}}) and the
        value projection ({{= n(f.d)}} × {{= n(f.kvd)}}) of {{= f.L}} layers. Trainable
        parameters?]],
      vary = {r = {8, 16, 4}},
      answer = function(f, p) return f.L*p.r*((f.d + f.d) + (f.d + f.kvd)) end,
      wrong = {{value = function(f, p) return f.L*p.r*4*f.d end,
                hint = [[With grouped queries the value projection is narrower than the query
                  projection.]]},
               {value = function(f, p) return f.L*p.r*(f.d + f.kvd) end,
                hint = "Two projections are adapted, not one."}},
      worked = [[A and B of one projection have r · (in + out) elements. {{= f.L}} · {{= p.r}} ·
        ({{= n(2*f.d)}} + {{= n(f.d+f.kvd)}}) = {{= n(f.L*p.r*(3*f.d+f.kvd))}}, and sixteen bytes
        for each of them: {{= si(16*f.L*p.r*(3*f.d+f.kvd),"B")}}.]]},

    q.num{id = "bits", unit = "bit", rtol = .001,
      ask = [[NF4 with blocks of {{= f.block}}, the scales themselves in eight bits with one fp32
        scale for {{= p.b}} of them. Bits for a weight?]],
      vary = {b = {256, 64}},
      answer = function(f, p) return 4 + 8/f.block + 32/(f.block*p.b) end,
      wrong = {{value = function(f) return f.bits1 end,
                hint = "That is a single level of scales in fp32."}},
      worked = [[4 + 8/{{= f.block}} + 32/({{= f.block}} · {{= p.b}}) =
        {{= n(4+8/f.block+32/(f.block*p.b),3)}}.]]},

    q.num{id = "base65", unit = "GB", rtol = .01,
      ask = [[{{= p.P}} billion frozen weights at {{= n(f.bits,3)}} bits. How large is the base?]],
      vary = {P = {30, 40, 70, 120}},
      answer = function(f, p) return p.P*f.bits/8 end,
      wrong = {{value = function(f, p) return p.P*f.bits1/8 end,
                hint = "That is without double quantisation."},
               {value = function(f, p) return p.P*2 end,
                hint = "That is the base in 16 bits."}},
      worked = [[{{= gb(1e9*p.P*f.bits/8,1)}}; the second level of scales saves
        {{= gb(1e9*p.P*(f.bits1-f.bits)/8)}}. What remains of the card is for activations and adapters.]]},

    q.num{id = "base8", seed = "S003-W26-MS", unit = "GB", rtol = .01,
      ask = [[The training stage of the pipeline with Llama-3-8B: {{= n(f.linear)}} linear weights
        in NF4 with double quantisation (blocks of {{= p.block}}, and {{= f.block2}} of their 8-bit
        scales share one of 32 bits), {{= n(2*f.emb)}} of embedding and head in 16 bits. The
        base's bytes?]],
      vary = {block = {32, 128, 256}},
      answer = function(f, p) return f.base(p.block)/1e9 end,
      wrong = {{value = function(f, p) return f.P*f.bits_of(p.block)/8/1e9 end,
                hint = "Embedding and head stay in 16 bits."},
               {value = function(f, p) return f.P*2/1e9 end,
                hint = "That is the merged model at the end of the pipeline, all in 16 bits."}},
      worked = [[{{= gb(f.linear*f.bits_of(p.block)/8)}} + {{= gb(4*f.emb)}} = {{= gb(f.base(p.block))}}. Merging
        needs {{= gb(2*f.P)}} for the 16-bit model: the memory peak of the pipeline may lie there
        and not in training.]]},

    q.num{id = "ia3", unit = "1", rtol = 0,
      ask = [[IA³ on a model of the same widths: a vector on keys ({{= n(f.kvd)}}), on values ({{= n(f.kvd)}})
        and on the hidden layer of the MLP ({{= n(f.ff)}}), in {{= p.L}} layers. How many
        parameters?]],
      vary = {L = {24, 40, 48}},
      answer = function(f, p) return p.L*(2*f.kvd + f.ff) end,
      wrong = {{value = function(f, p) return p.L*(2*f.d + f.ff) end,
                hint = "Keys and values have the width of the KV heads."}},
      worked = [[{{= p.L}} · ({{= n(2*f.kvd)}} + {{= n(f.ff)}}) = {{= n(p.L*(2*f.kvd + f.ff))}}.]]},

    q.choice{id = "merge",
      ask = [[An adapter was trained on an NF4 base. Into what should it be merged for serving?]],
      options = {"Into the NF4 codes",
                 [[Into a 16-bit copy of the base, quantised afterwards only if needed and
                   evaluated again]],
                 "It cannot be merged",
                 "Into the embedding"},
      answer = 2,
      worked = [[The difference is mostly smaller than a step of the four-bit grid; adding it and
        rounding again loses much of it. Merge the dequantised base and the adapter in 16 bits, so
        that the sum is what was trained.]]},

    q.choice{id = "init",
      ask = [[Why is B set to zero and A to random values at the start, and not both at random?]],
      options = {"To save memory",
                 [[So that training starts exactly from the base model, while gradients can still
                   flow into B]],
                 "Because zero compresses well",
                 "To keep A orthogonal"},
      answer = 2,
      worked = [[With B = 0 the product is zero and the model unchanged. The gradient of B depends
        on A, which is not zero, so learning starts; with both at zero it never would.]]},

    q.text{id = "pipeline", seed = "S003-W26-MS", min_words = 60,
      ask = [[Report on your pipeline: one paragraph a stage.]],
      rubric = {"Each stage has peak memory and throughput from a recorded run",
                "The largest items of memory are named and add up to the measurement",
                "Stall by loading and by checkpoints is given separately",
                "Merged and unmerged model are compared on the same evaluation",
                "A restart in the middle was tried"}},
  },
}
