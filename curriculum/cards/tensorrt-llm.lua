return card {
  seeds = {"S003-W35-C6"},
  readings = {{"awstrt"}, {"engsurvey"}},
  sources = {
    "NVIDIA: *TensorRT-LLM documentation* 1.4.0rc4, architecture overview (PyTorch is the sole backend, the engine " ..
        "backend has been removed)",
    "NVIDIA: *TensorRT-LLM documentation*: capacity scheduler policies; tuning max batch size and max num tokens",
    "Why the engine backend went is our reading; NVIDIA's migration guide was not consulted",
  },
  ephemeral = {{"Backends, policies and defaults of TensorRT-LLM", as_of = "2026-11"}},
  facts = function(hw)
    local m = models.llama3_8b
    local P = m.L*(2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + 2*m.V*m.d
    local f = {name = m.name, card = hw.h100.mem, weights = P, share = .9, inp = 1000, most = 4096, mean = 300,
               limit = 512}
    f.kv = 2*m.L*m.Hkv*m.hd*2
    f.tokens = (f.card - f.weights)*f.share//f.kv
    f.fit = function(out) return f.tokens/(f.inp + out) end
    return f
  end,
  questions = {
    q.num{id = "admit", unit = "1", rtol = .02, seed = "S003-W35-C6",
      ask = [[Room for {{= n(p.t)}} tokens of cache. Prompts have {{= n(p.i)}}, the limit on output is
        {{= n(p.o)}}. How many requests does a policy admit that never pauses one?]],
      vary = {t = {400000, 200000}, i = {1000, 500}, o = {2000, 500}},
      answer = function(f, p) return p.t/(p.i + p.o) end,
      wrong = {{value = function(f, p) return p.t/p.i end, hint = "It promises that the answer fits, too."}},
      worked = [[{{= n(p.t)}}/({{= n(p.i)}} + {{= n(p.o)}}) = {{= n(p.t/(p.i+p.o), 0)}}.]]},

    q.num{id = "room", unit = "1", rtol = .01, seed = "S003-W35-C6",
      ask = [[{{= p.g}} GB are free for the cache of a model with {{= p.L}} layers, 8 KV heads of 128, in
        {{= p.B}} B numbers. How many thousand tokens is that?]],
      vary = {g = {40, 60}, L = {32, 80}, B = {1, 2}},
      answer = function(f, p) return p.g*1e9/(2*p.L*8*128*p.B)/1e3 end,
      wrong = {{value = function(f, p) return p.g*1e9/(p.L*8*128*p.B)/1e3 end, hint = "Keys and values."}},
      worked = [[{{= p.g}}·10⁹ / (2 · {{= p.L}} · 8 · 128 · {{= p.B}}) = {{= n(p.g*1e6/(2*p.L*8*128*p.B), 0)}}
        thousand.]]},

    q.choice{id = "pause", seed = "S003-W35-C6",
      ask = "Under `MAX_UTILIZATION` some users see an answer stop for a second and go on. What happened?",
      options = {"a paused request's cache was computed again", "a kernel was compiled", "the network"},
      answer = 1,
      wrong = {{value = 2, hint = "Once, at the start. This comes with load."},
               {value = 3, hint = "Only under load, and only under this policy."}},
      worked = "More requests than their full answers fit. Somebody gave way."},

    q.choice{id = "tokens", seed = "S003-W35-C6",
      ask = "Time between tokens is too long whenever prompts arrive. Which limit first?",
      options = {"a smaller `max_batch_size`", "a smaller `max_num_tokens`, with prompts in chunks",
                 "a larger KV cache"},
      answer = 2,
      wrong = {{value = 1, hint = "One prompt is one request, of thousands of tokens."},
               {value = 3, hint = "Room is not what is short in that step."}},
      worked = "A step takes as long as its tokens. Bound those."},
  },
}
