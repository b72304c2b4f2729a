return card {
  seeds = {"S003-W07-C6", "S004-C06-T02"},
  sources = {
    "Chan, Heimlich, Purkayastha, van de Geijn: *Collective communication: theory, practice, and experience*. " ..
        "Concurrency and Computation, 2007",
    "NVIDIA: *nccl-tests*, doc/PERFORMANCE.md (algorithm and bus bandwidth)",
  },
  facts = function(hw)
    local f = {n = 1e9, P = 8, link = hw.h100.nvlink_dir}
    f.t = 2*(f.P - 1)/f.P*f.n/f.link
    return f
  end,
  questions = {
    q.num{id = "gather", unit = "MB", rtol = .01, seed = "S004-C06-T02",
      ask = [[Each of {{= p.P}} ranks holds its part of {{= p.MB}} MB of weights (all parts together). They
        all-gather. How many MB does each rank send at least?]],
      vary = {P = {8, 4, 16}, MB = {800, 480}},
      answer = function(f, p) return (p.P - 1)/p.P*p.MB end,
      wrong = {{value = function(f, p) return 2*(p.P - 1)/p.P*p.MB end,
                hint = "That is an all-reduce. Nothing has to be added here."},
               {value = function(f, p) return p.MB/p.P end,
                hint = "Its own part once. But P − 1 others have to get it, by whatever way."}},
      worked = [[Every rank lacks {{= n(p.P-1)}}/{{= p.P}} of the data; what all receive, all have sent:
        {{= n((p.P-1)/p.P*p.MB,0)}} MB each.]]},

    q.choice{id = "mirror", seed = "S003-W07-C6",
      ask = "The forward pass all-gathers a layer's weights. Which collective do the weights' gradients need?",
      options = {"all-gather", "all-reduce", "reduce-scatter", "broadcast"},
      answer = 3,
      wrong = {{value = 1, hint = "A copy on the way forward is a sum on the way back."},
               {value = 2, hint = "It would do, and hand out parts that nobody asked for: twice the bytes."},
               {value = 4, hint = "The arrows turn round, and what arrives is added."}},
      worked = "Every rank has a gradient for all weights; each owner wants the sum of its part."},

    q.num{id = "bus", unit = "GB/s", rtol = .01, seed = "S004-C06-T02",
      ask = [[An all-reduce of {{= p.GB}} GB over {{= p.P}} ranks took {{= p.ms}} ms. Its bus bandwidth?]],
      vary = {GB = {1, 2}, P = {8, 4}, ms = {5, 8}},
      answer = function(f, p) return 2*(p.P - 1)/p.P*p.GB/(p.ms*1e-3) end,
      wrong = {{value = function(f, p) return p.GB/(p.ms*1e-3) end,
                hint = "That is the algorithm bandwidth; no link carries just that."},
               {value = function(f, p) return (p.P - 1)/p.P*p.GB/(p.ms*1e-3) end,
                hint = "All-reduce has two halves."}},
      worked = [[{{= n(p.GB/(p.ms*1e-3),0)}} GB/s, times 2({{= p.P}} − 1)/{{= p.P}}:
        {{= n(2*(p.P-1)/p.P*p.GB/(p.ms*1e-3),0)}} GB/s.]]},

    q.choice{id = "all2all", seed = "S004-C06-T02",
      ask = "Tokens have to reach the ranks that hold their experts. Which collective is that?",
      options = {"all-gather", "all-to-all", "scatter", "reduce-scatter"},
      answer = 2,
      wrong = {{value = 1, hint = "Then everybody gets all tokens. It works, and sends P times what is needed."},
               {value = 3, hint = "There is no root: every rank has tokens for every other."},
               {value = 4, hint = "Nothing is added up."}},
      worked = "A different message from each rank to each other one."},
  },
}
