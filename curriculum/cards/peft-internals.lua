return card {
  seeds = {"S003-W26-C4"},
  readings = {{"peft"}, {"lora"}, {"qlora"}},
  sources = {
    "Hugging Face: *PEFT documentation*: LoRA developer guide (initialisation), low-level API, FSDP (0.21)",
    "PyTorch: *torchtune documentation*, `lora_fsdp_wrap_policy` (gradients of a mixed flat buffer)",
    "bitsandbytes: *FSDP-QLoRA* (storage type of four-bit weights)",
    "Kalajdzievski: *A Rank Stabilization Scaling Factor for Fine-Tuning with LoRA*. 2023, arXiv:2312.03732",
  },
  ephemeral = {{"Names in PEFT, FSDP and bitsandbytes", as_of = "2026-11"}},
  facts = function(hw)
    local m, kv = models.llama3_8b, models.llama3_8b.Hkv*models.llama3_8b.hd
    local d, ff = m.d, m.ff
    local f = {name = m.name, r = 16, emb = 2*m.V*d, mats = 7*m.L, launch = hw.h200_time.launch, half = 2^9}
    f.count = function(r) return m.L*r*(2*(d + d) + 2*(d + kv) + 3*(d + ff)) end
    f.n = f.count(f.r)
    f.P = m.L*(2*d*d + 2*d*kv + 3*d*ff + 2*d) + f.emb + d
    f.more = f.r*(d + d)/(d*d)
    f.read = 2*(f.P - f.emb/2)/hw.h100.bw -- the embedding is looked up, not read
    return f
  end,
  questions = {
    q.num{id = "count", unit = "1", rtol = .01, seed = "S003-W26-C4",
      ask = [[How many trainable parameters does rank {{= p.r}} add to one matrix of {{= n(p.a)}} × {{= n(p.b)}}?]],
      vary = {r = {8, 16, 64}, a = {4096}, b = {1024, 14336}},
      answer = function(f, p) return p.r*(p.a + p.b) end,
      wrong = {{value = function(f, p) return p.r*p.a*p.b end, hint = "Two thin matrices, not r copies."},
               {value = function(f, p) return 2*p.r*p.a end, hint = "The matrix is not square."}},
      worked = [[{{= p.r}}·({{= n(p.a)}} + {{= n(p.b)}}) = {{= n(p.r*(p.a+p.b))}}.]]},

    q.num{id = "save", unit = "GB", rtol = .02, seed = "S003-W26-C4",
      ask = [[Vocabulary {{= n(p.V)}}, width {{= n(p.d)}}. Embedding and head both go into `modules_to_save`. How
        many GB do weights, gradients and Adam's state of these two take at 16 B a parameter?]],
      vary = {V = {32000, 128256}, d = {4096, 8192}},
      answer = function(f, p) return 2*p.V*p.d*16/1e9 end,
      wrong = {{value = function(f, p) return p.V*p.d*16/1e9 end, hint = "Two matrices, unless they are tied."},
               {value = function(f, p) return 2*p.V*p.d*2/1e9 end, hint = "They are trained, not only stored."}},
      worked = [[2 · {{= n(p.V)}} · {{= n(p.d)}} · 16 B = {{= n(2*p.V*p.d*16/1e9, 1)}} GB.]]},

    q.choice{id = "flat", seed = "S003-W26-C4",
      ask = "LoRA under flat-buffer FSDP takes nearly as much gradient memory as full training. Why?",
      options = {"gradients of the base are needed to reach the adapters",
                 "adapter and frozen weights share a buffer, which has one gradient", "Adam keeps moments for all"},
      answer = 2,
      wrong = {{value = 1, hint = "Gradients of *activations* are. Of frozen weights none is stored."},
               {value = 3, hint = "Moments are not gradients. And only for what is given to it."}},
      worked = "Wrap the adapters as their own units, or use sharding by parameter."},

    q.choice{id = "merge", seed = "S003-W26-C4",
      ask = "A QLoRA adapter evaluates well beside its four-bit base and worse after merging into it. What happened?",
      options = {"the scale alpha/r was applied twice", "the sum was rounded to the four-bit grid again",
                 "dropout was still on"},
      answer = 2,
      wrong = {{value = 1, hint = "Then it would be far worse, in 16 bits too."},
               {value = 3, hint = "A merged matrix has none."}},
      worked = "Most of the difference is smaller than half a step of that grid. Merge in 16 bits."},
  },
}
