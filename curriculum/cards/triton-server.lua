return card {
  seeds = {"S003-W35-C5"},
  readings = {{"awstrt"}, {"engsurvey"}},
  sources = {
    "NVIDIA: *Triton Inference Server user guide*: batchers (defaults, tuning), model repository, model " ..
        "configuration, ensembles",
  },
  ephemeral = {{"Backends, names of settings and their defaults", as_of = "2026-11"}},
  facts = function()
    local f = {a = 4, c = .5, l1 = 400, l2 = 1000, l3 = 1600, w = 5}
    f.t = function(b) return f.a + f.c*b end
    f.b = function(rate) return math.max(1, rate/1e3*f.a/(1 - rate/1e3*f.c)) end
    return f
  end,
  questions = {
    q.num{id = "balance", unit = "1", rtol = .01, seed = "S003-W35-C5",
      ask = [[A batch of b takes {{= p.a}} + {{= p.c}}·b ms, one instance, no delay, {{= n(p.l)}} requests a
        second that arrive evenly. How large do batches become?]],
      vary = {a = {4, 6}, c = {.5, .25}, l = {1000, 1500}},
      answer = function(f, p) return p.l/1e3*p.a/(1 - p.l/1e3*p.c) end,
      wrong = {{value = function(f, p) return p.l/1e3*p.a end,
                hint = "More arrive while the larger batch runs longer."}},
      worked = [[b = λ(a + c·b): {{= n(p.l/1e3*p.a, 2)}}/(1 − {{= n(p.l/1e3*p.c, 3)}}) =
        {{= n(p.l/1e3*p.a/(1-p.l/1e3*p.c), 1)}}.]]},

    q.num{id = "peak", unit = "1", rtol = .01, seed = "S003-W35-C5",
      ask = [[The same server, batches limited to {{= p.m}}; a batch of b takes {{= p.a}} + {{= p.c}}·b ms. How
        many requests a second can it take at most?]],
      vary = {m = {8, 32}, a = {4, 6}, c = {.5, .25}},
      answer = function(f, p) return p.m/(p.a + p.c*p.m)*1e3 end,
      wrong = {{value = function(f, p) return 1e3/p.c end, hint = "That is without a limit."},
               {value = function(f, p) return 1e3/(p.a + p.c) end, hint = "That is one at a time."}},
      worked = [[{{= p.m}} every {{= n(p.a + p.c*p.m, 1)}} ms: {{= n(p.m/(p.a+p.c*p.m)*1e3, 0)}} a second.]]},

    q.choice{id = "delay", seed = "S003-W35-C5",
      ask = "A text generator that batches in flight stands behind a dynamic batcher with 20 ms of delay. What " ..
            "does the delay do?",
      options = {"it raises throughput by larger batches", "it adds up to 20 ms to each first token",
                 "nothing, the engine ignores it"},
      answer = 2,
      wrong = {{value = 1, hint = "Who forms the batch of each step?"},
               {value = 3, hint = "The engine has not seen the request yet."}},
      worked = "The engine takes new requests at every step. Give them to it at once."},

    q.choice{id = "ensemble", seed = "S003-W35-C5",
      ask = "Why an ensemble in the server instead of three calls by the client?",
      options = {"intermediate tensors stay there, and two round trips go", "models share weights",
                 "the three run at the same time for one request"},
      answer = 1,
      wrong = {{value = 2, hint = "They are three models."},
               {value = 3, hint = "Each needs what the one before has made."}},
      worked = "One request, one answer, a graph between them."},
  },
}
