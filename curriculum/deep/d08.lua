-- d08: Paged Attention, Continuous Batching, vLLM.

local GPUS, SHARE, WORKSPACE, BS = 4, .9, 8e9, 16

-- Weights of a model in products, all of its parameters (the head is a matrix of its own), and bytes of a cached token.
local function products(m) return m.L*(2.0*m.d*m.H*m.hd + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + 1.0*m.V*m.d end
local function params(m) return products(m) + 1.0*m.V*m.d + (2*m.L + 1)*m.d end
local function cached(m) return 2*2*m.L*m.Hkv*m.hd end

local CHUNKS = {256, 512, 1024, 2048}

return deep {
  id = "d08", words = 8200, exercises = 6,
  after = {"d07"},
  labs = {"w06-paged-kv", "w06b-paged-attn", "w12b-serve", "w30b-radix-chunked", "w34-disagg", "w35-slo-serving",
          "w35b-engine"},
  hours = {read = 3.5, exercises = 5},
  topics = {
    {"S004-C08-T01", at = "#Mechanism/What a step costs"},
    {"S004-C08-T02", at = "#Math/Tokens that are free"},
    {"S004-C08-T03", at = "w06-paged-kv#Numbers/A decode step"},
    {"S004-C08-T04", at = "w06-paged-kv#Mechanism/Blocks and sharing"},
    {"S004-C08-T05", at = "w06-paged-kv#Mechanism/The scheduler"},
    {"S004-C08-T06", at = "#Mechanism/An engine, part by part"},
    {"S004-C08-T07", at = "w30b-radix-chunked#Mechanism/A pass, and its budget"},
    {"S004-C08-T08", at = "#Mechanism/When the room is gone"},
    {"S004-C08-T09", at = "w30b-radix-chunked#Mechanism/Identity"},
    {"S004-C08-T10", at = "#Mechanism/Guesses in a batch"},
    {"S004-C08-T11", at = "#Mechanism/Two pools"},
    {"S004-C08-T12", at = "w35-slo-serving#Mechanism/Percentiles"},
    {"S004-C08-T13", at = "#Mechanism/The levers"},
  },
  readings = {
    {"paged", hours = 1.5, look_for = "section 4.5: both ways to bring a preempted sequence back, and what each costs"},
    {"orca", hours = 1, look_for = "selective batching: which operation needs to know whose token it is"},
    {"sarathi", hours = 1.5, look_for = "how the token budget is found, and what decides it"},
    {"distserve", hours = 1, look_for = "section 1: the definition of goodput, and what its attainment is a share of"},
    {"splitwise", hours = 1, look_for = "the power of the two phases, beside their time"},
    {"mooncake", hours = 1, look_for = "what is refused early, and by which forecast"},
    {"vllmdocs", hours = 1, look_for = "the page on optimisation: what it advises against preemption, in which order"},
    {"vllmanatomy", hours = 2, look_for = "what runs in which process, and what crosses between them each step"},
  },
  sources = {"vLLM, `vllm/v1/core/sched/scheduler.py`, a version of 2026: the order of a step, who is preempted",
             "vLLM documentation, configuration/optimization: preemption by recomputation, chunked prefill",
             "vLLM documentation, design/prefix_caching: the hash of a block, and what else goes into it",
             "Kwon et al., Efficient Memory Management for LLM Serving with PagedAttention, SOSP 2023, section 4.5",
             "Agrawal et al., Sarathi-Serve, OSDI 2024; Zhong et al., DistServe, OSDI 2024"},
  ephemeral = {{"vLLM's V1 engine: its processes, defaults, what it does when memory is short", as_of = "2026-11"},
               {"Which engine has which feature", as_of = "2026-11"}},
  disputed = {
    {id = "swap", says = {
      {"a preempted sequence is swapped to host memory or computed again, whichever is cheaper",
       source = "Kwon et al., 2023, section 4.5"},
      {"it is computed again", source = "vLLM's V1 engine, its documentation of 2025 and 2026"}}},
    {id = "same", says = {
      {"prefix caching does not change what a model says", source = "vLLM documentation, design/prefix_caching"},
      {[[a hit computes the rest of a prompt with another number of rows, so with other tiles and another order of sums;
         a setting cuts all prompts alike so that the last bits agree]],
       source = "the comment at deterministic_prefix_caching in vLLM's scheduler, 2026"}}},
    {id = "goodput", says = {
      {"requests a second that met both promises, per GPU, at a share of all that is fixed beforehand",
       source = "Zhong et al., DistServe, 2024"},
      {"requests of which *every* token came in time", source = "lab w30b, which counts so"},
      {"tokens of requests that were in time, for a dollar", source = "lab w35's second price"}}},
  },
  class = {"d08-slo", "d08-preempt"},
  facts = function(hw, models)
    local h, m, m8 = hw.h100, models.llama3_70b, models.llama3_8b
    local f = {m = m, gpus = GPUS, bs = BS, mm = products(m), all = params(m), kv = cached(m), P = GPUS*h.bf16,
               B = GPUS*h.bw, share = SHARE, workspace = WORKSPACE, mem = GPUS*h.mem, mm8 = products(m8),
               kv8 = cached(m8), S = 2048, name = m.name, chunk_sizes = CHUNKS}
    f.W = 2*f.mm
    f.room = SHARE*f.mem - 2*f.all - WORKSPACE
    f.tokens = f.room//f.kv
    f.blocks = f.room//(BS*f.kv)
    f.step = function(n, c) return math.max(2*f.mm*n/f.P, (f.W + f.kv*c)/f.B) end  -- n tokens, c cached tokens read
    f.decode = function(b, S) return f.step(b, b*S) end
    f.phi = function(b, S) return f.kv*b*S/(f.W + f.kv*b*S) end
    f.free = function(c) return f.P/f.B + f.P*f.kv*c/(2*f.mm*f.B) end
    f.limit = function(S) return f.B/(f.kv*S) end                                  -- tokens/s of an endless batch
    f.fits = function(S) return math.floor(f.tokens/S) end
    -- chunks: C prompt tokens beside r sequences of S tokens
    f.prompt = 8192
    f.chunk = function(C, r) return f.step(C + r, r*f.S) end
    f.ttft = function(C, r) return f.prompt/C*f.chunk(C, r) end
    f.table_of = function(r)
      local out = {}
      for k, C in ipairs(CHUNKS) do out[k] = {f.chunk(C, r)*1e3, f.prompt//C, f.ttft(C, r)*1e3} end
      return out
    end
    -- d08-slo: every sequence so long
    f.long = 4096
    f.by_bytes = function(t) return (t*f.B - f.W)/(f.kv*f.long) end
    f.by_room = f.room/(f.kv*f.long)
    f.by_flops = function(t) return t*f.P/(2*f.mm) end
    f.best = function(t) return math.floor(math.min(f.by_bytes(t), f.by_room, f.by_flops(t))) end
    -- preemption: what a token costs to compute again, and to carry out and in over the host links of all cards
    f.again, f.swap = 2*f.mm/f.P, 2*f.kv/(GPUS*hw.h200_m.h2d_dir)
    f.running, f.prompt_in, f.out_then, f.out_now = 96, 3500, 210, 900
    f.used = function(out) return f.running*(f.prompt_in + out)/f.tokens end
    -- a chat product's day: requests a second at a step's pace, by Little
    f.chat = {prompt = 1500, out = 250}
    f.chat.held = f.chat.prompt + f.chat.out/2
    f.chat.n = 128
    f.chat.step = f.step(f.chat.n + 200, f.chat.n*f.chat.held)
    f.chat.stay = f.chat.out*f.chat.step
    f.chat.rate = f.chat.n/f.chat.stay
    f.chat.prefill = f.chat.rate*f.chat.prompt*f.chat.step                -- prompt tokens that come in a step
    f.hit = .61
    return f
  end,

  questions = {
    q.num{id = "d08-slo", unit = "1", rtol = 0, seed = "S004-C08-EX",
      ask = [[{{= f.name}} in bf16, tensor parallel on {{= f.gpus}} H100s, every sequence {{= n(f.long)}} tokens long. A
        step streams the weights of the products, 2·{{= n(f.mm)}} B, and all of the cache, {{= n(f.kv)}} B a token, at
        {{= n(f.B/1e12, 1)}} TB/s, or computes 2·{{= n(f.mm)}} FLOP a token at {{= n(f.P/1e12, 1)}} TFLOP/s, whichever
        takes longer; collectives are neglected. The cache may take {{= f.share}}·{{= n(f.mem/1e9)}} GB − {{=
        n(2*f.all/1e9, 1)}} GB − {{= n(f.workspace/1e9)}} GB. Which is the largest batch whose step takes at most {{=
        p.ms}} ms?]],
      vary = {ms = {15, 20, 40}},
      answer = function(f, p) return f.best(p.ms/1e3) end,
      wrong = {{value = function(f, p) return math.floor(math.min(f.by_bytes(p.ms/1e3), f.by_flops(p.ms/1e3))) end,
                hint = "Do they fit?"},
               {value = function(f) return math.floor(f.by_room) end, hint = "They fit. Is a step that fast?"},
               {value = function(f, p) return math.floor((p.ms/1e3*f.B - 2*f.all)/(f.kv*f.long)) end,
                hint = "The embedding table is looked up, not streamed."},
               {value = function(f, p) return math.floor(p.ms/1e3*f.B/(f.kv*f.long)) end,
                hint = "The weights are streamed too."}},
      hint = "Three limits, each a number of sequences: bytes in the time, FLOP in the time, room.",
      worked = [[By bytes ({{= p.ms}} ms · {{= n(f.B/1e12, 1)}} TB/s − {{= gb(f.W, 1)}})/({{= n(f.kv)}}·{{= n(f.long)}})
        = {{= n(f.by_bytes(p.ms/1e3), 1)}}; by arithmetic {{= n(f.by_flops(p.ms/1e3), 0)}}; by room {{= gb(f.room,
        1)}}/{{= gb(f.kv*f.long, 2)}} = {{= n(f.by_room, 1)}}. The least, rounded down: {{= n(f.best(p.ms/1e3))}}. Which
        of the limits binds depends on the promise: up to some 20 ms the bytes, beyond that the room, and arithmetic
        never.]]},

    q.table{id = "d08-chunks", units = {"ms", "1", "ms"}, exact = {2}, rtol = .01, seed = "S004-C08-EX",
      ask = [[The same machine; {{= p.r}} sequences of {{= n(f.S)}} tokens decode while a prompt of {{= n(f.prompt)}} is
        prefilled in chunks. A step takes the longer one of (chunk + {{= p.r}})·2·{{= n(f.mm)}} FLOP at {{= n(f.P/1e12,
        1)}} TFLOP/s and the bytes of weights and of the {{= p.r}} caches, {{= n(f.kv)}} B a token, at {{= n(f.B/1e12,
        1)}} TB/s. For each chunk: ms a step, which is the time between tokens; steps; ms until the prompt is
        through.]],
      vary = {r = {64, 32}},
      rows = {"256", "512", "1,024", "2,048"}, columns = {"step", "steps", "time to first token"},
      answer = function(f, p) return f.table_of(p.r) end,
      wrong = {{cell = {1, 1}, value = function(f, p) return (256 + p.r)*2*f.mm/f.P*1e3 end,
                hint = "This one is bound by bytes."},
               {cell = {1, 3}, value = function(f, p) return f.chunk(256, p.r)*1e3 end,
                hint = "The prompt has 32 chunks."},
               {cell = {2, 1}, value = function(f) return 512*2*f.mm/f.P*1e3 end,
                hint = "The running sequences compute too."}},
      hint = "For each chunk both times, and the longer one; then as many of them as the prompt has chunks.",
      worked = [[Bytes: ({{= gb(f.W, 1)}} + {{= p.r}}·{{= n(f.S)}}·{{= n(f.kv)}} B)/{{= n(f.B/1e12, 1)}} TB/s = {{=
        n((f.W + f.kv*p.r*f.S)/f.B*1e3, 2)}} ms. Arithmetic: {{= n(f.again*1e6, 2)}} µs a token. 256: {{= n(f.chunk(256,
        p.r)*1e3, 2)}} ms | 32 | {{= n(f.ttft(256, p.r)*1e3, 1)}}. 512: {{= n(f.chunk(512, p.r)*1e3, 2)}} | 16 | {{=
        n(f.ttft(512, p.r)*1e3, 1)}}. 1,024: {{= n(f.chunk(1024, p.r)*1e3, 2)}} | 8 | {{= n(f.ttft(1024, p.r)*1e3,
        1)}}. 2,048: {{= n(f.chunk(2048, p.r)*1e3, 2)}} | 4 | {{= n(f.ttft(2048, p.r)*1e3, 1)}}. Up to {{=
        n(f.free(p.r*f.S) - p.r, 0)}} prompt tokens a step are free. Beyond them a chunk costs everybody, and the first
        token hardly comes sooner.]]},

    q.expr{id = "d08-batch", unit = "1", seed = "S004-C08-EX",
      ask = [[A decode step streams W bytes of weights, and kv bytes for each of the S cached tokens of each of its b
        sequences. At which b is the cache's share of all these bytes phi?]],
      vars = {phi = {.05, .95}, W = {1e9, 1e12, log = true, unit = "B"}, kv = {1e4, 1e6, log = true, unit = "B"},
              S = {128, 131072, int = true}},
      answer = "phi/(1-phi)*W/(kv*S)",
      wrong = {{expr = "phi*W/(kv*S)", hint = "phi of the sum, not of W."},
               {expr = "(1-phi)/phi*W/(kv*S)", hint = "At phi → 1 the batch grows."}},
      hint = "Write the share as a quotient, and solve it for b.",
      worked = [[phi = b·kv·S/(W + b·kv·S), so phi·W = (1 − phi)·b·kv·S and b = phi/(1 − phi)·W/(kv·S). Llama 3 8B at
        S = 4,096 reaches one half at {{= n(2*f.mm8, 0)}}/({{= n(f.kv8)}}·4,096) = {{= n(2*f.mm8/(f.kv8*4096), 1)}}
        sequences. From there on a larger batch mostly reads more, which is why long contexts keep batching from
        helping.]]},

    q.diagnose{id = "d08-preempt", source = "made", from = "the machine of d08-slo: its room, and what sequences take",
      seed = "S004-C08-EX",
      ask = [[Throughput of a service fell by a third over night. As many requests come as before. What is the cause,
        which lines show it, and what would you change first?]],
      title = "{{= f.name}}, four H100s, room for {{= n(f.tokens, 0)}} cached tokens",
      lines = {
        {"KV cache in use: {{= pct(f.used(f.out_now), 1)}}", role = "for"},
        {"preemptions: 41 a minute, yesterday 0", role = "for"},
        {"tokens computed again: 38 % of all that are prefilled", role = "for"},
        {"running {{= f.running}}, max_num_seqs 256", role = "neutral"},
        {"prompts: {{= n(f.prompt_in)}} tokens on average, as before", role = "neutral"},
        {"answers: {{= f.out_now}} tokens on average, yesterday {{= f.out_then}}", role = "for"},
        {"GPU busy: 98 %", role = "neutral"},
        {"prefix cache hits: {{= pct(f.hit)}}, as before", role = "against",
         hint = "The prefix cache finds as much as it did."},
        {"time a token: median 31 ms, 99th percentile 240 ms", role = "neutral"},
        {"link errors: 0", role = "against", hint = "Nothing is wrong with the machine."},
      },
      claims = {"a prefix cache that is lost",
                "longer answers than the room holds: sequences are evicted and computed again",
                "a slow GPU", "prefill starves decode"},
      claim = 2,
      fixes = {"admit by expected length, or make room: an FP8 cache, more cards", "raise max_num_seqs",
               "larger chunks", "speculation"},
      fix = 1, need = 2,
      hints = {claim = {[1] = "Line 8.", [3] = "Line 2 explains the lost third without it.",
                        [4] = "Line 5: prompts are what they were. What else is prefilled?"},
               fix = {[2] = "More sequences into a full room?",
                      [3] = "They would bring back sooner what is thrown out again.",
                      [4] = "It spends arithmetic and room on guesses; the room is what is short."}},
      worked = [[{{= f.running}} sequences that end at {{= n(f.prompt_in + f.out_then)}} tokens take {{=
        pct(f.used(f.out_then), 0)}} of the room; at {{= n(f.prompt_in + f.out_now)}} it is {{= pct(f.used(f.out_now),
        1)}}. So somebody is evicted, comes back as a prompt of all that he had, and pushes out another: 38 % of the
        prefilled tokens had been there before. The GPU is busy 98 % of the time, and a good part of it with work that
        was done already. A busy GPU says nothing about what it is busy with.]]},

    q.measured{id = "d08-own", unit = "%", rtol = .01, seed = "S004-C08-EX",
      lab = "w06-paged-kv", case = "trace", counters = {"recompute_tok", "tok_s", "makespan_s"},
      ask = [[In your own last run of w06 that was right, case trace: how many tokens were computed again after a
        preemption, in per cent of the tokens generated? Take the latter as tok_s·makespan_s. `ridge profile
        w06-paged-kv` shows recompute_tok, tok_s and makespan_s.]],
      answer = function(f, _, own) return 100*own.recompute_tok/(own.tok_s*own.makespan_s) end,
      reference = {recompute_tok = 27202, tok_s = 6475.79, makespan_s = 57.400},
      wrong = {{value = function(f, _, own) return own.recompute_tok/(own.tok_s*own.makespan_s) end,
                hint = "That is the fraction; per cent are asked."},
               {value = function(f, _, own)
                  return 100*own.recompute_tok/(own.recompute_tok + own.tok_s*own.makespan_s)
                end,
                hint = "Of the tokens generated, not of generated and recomputed together."}},
      worked = [[You generated {{= n(own.tok_s, 0)}} tokens a second for {{= n(own.makespan_s, 1)}} s, {{=
        n(own.tok_s*own.makespan_s, 0)}} tokens, and computed {{= n(own.recompute_tok, 0)}} again: {{=
        n(100*own.recompute_tok/(own.tok_s*own.makespan_s), 2)}} %. It is your scheduler's waste, and can be brought
        down: at the price of a smaller batch, if the watermark is raised, or of foresight.]]},

    q.text{id = "d08-levers", min_words = 70, seed = "S004-C08-EX",
      ask = [[An engine has these knobs: the memory's share for the cache, the largest number of sequences, tokens a
        step, the chunk's size, the degree of tensor parallelism, the type of the cache, speculation. For a chat product
        (first token within 500 ms, 40 ms a token, load that varies tenfold), choose three, put them in order, and say
        for each which metric tells you to stop turning it. About 120 words.]],
      worked = [[First what binds: {{= f.name}} on four H100s is bound by bytes and room, not by arithmetic, so tokens
        a step come first. I set them near the ridge, some {{= n(f.free(64*f.S), 0)}} with 64 sequences inside, and stop
        when the 99th percentile of the time between tokens reaches 40 ms; beyond the ridge a larger budget buys little
        first-token time. Second the number of sequences, raised until preemptions are no longer zero at the peak, or
        the tail breaks. Third an FP8 cache, if room is what binds: twice the tokens; I stop if the quality set says so.
        Speculation only below a batch at which verification stays under the ridge, so by load. I would not touch the
        tensor degree: it changes latency by collectives, and costs a restart. All judged by the tail of requests that
        kept both promises, never by the mean.]],
      rubric = {"names the binding resource before any knob",
                "derives the token budget of a step from the ridge (hundreds on an H100)",
                "watches preemptions when the number of sequences is raised",
                "looks at the tail, not at the mean",
                "ties speculation to load",
                "gives each knob a metric at which to stop",
                "names a knob that it would not touch, and why"}},
  },
}
