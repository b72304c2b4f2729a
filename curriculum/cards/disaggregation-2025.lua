return card {
  seeds = {"S003-W34-C6"},
  readings = {{"haodisagg"}, {"dynamo"}, {"distserve"}, {"mooncake"}},
  ephemeral = {{"Which systems split the phases, and what their parts are called", as_of = "2025-11"}},
  facts = function(hw)
    local m = models.llama3_70b
    local linear = m.L*(2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff) + m.V*m.d
    local f = {name = m.name, mfu = .5, eff = .7, gpus = 8, batch = 64, inp = 4096, out = 512, long = 4096,
               nvlink = hw.h100.nvlink_dir, nic = hw.ib_ndr.bw_dir, eth = 1.25e9, group = m.H//m.Hkv}
    f.kv, f.flop = 2*m.L*m.Hkv*m.hd*2, 2*linear
    f.tc = f.flop/(f.mfu*hw.h100.bf16)
    f.pre = function(inp) return inp*f.tc end
    f.dec = function(inp, out)
      local step = (2*linear + f.batch*(inp + out/2)*f.kv)/(f.gpus*f.eff*hw.h100.bw)
      return out*step*f.gpus/f.batch
    end
    f.ratio = function(inp, out) return f.pre(inp)/f.dec(inp, out) end
    return f
  end,
  questions = {
    q.num{id = "wire", unit = "ms", rtol = .01, seed = "S003-W34-C6",
      ask = [[{{= p.L}} layers, {{= p.h}} KV heads of 128, bf16. How long does the cache of a prompt of
        {{= n(p.t)}} tokens take over one port of {{= n(8*f.nic/1e9)}} Gbit/s?]],
      vary = {L = {32, 80}, h = {8}, t = {4096, 16384}},
      answer = function(f, p) return 2*p.L*p.h*128*2*p.t/f.nic*1e3 end,
      wrong = {{value = function(f, p) return p.L*p.h*128*2*p.t/f.nic*1e3 end, hint = "Keys and values."},
               {value = function(f, p) return 2*p.L*p.h*128*2*p.t/f.nic*1e3/8 end, hint = "Gbit."}},
      worked = [[{{= n(2*p.L*p.h*128*2*p.t/1e9, 2)}} GB / {{= n(f.nic/1e9)}} GB/s =
        {{= n(2*p.L*p.h*128*2*p.t/f.nic*1e3, 1)}} ms.]]},

    q.num{id = "pools", unit = "1", rtol = .02, seed = "S003-W34-C6",
      ask = [[A request takes {{= p.a}} GPU-seconds of prefill and {{= p.b}} of decode. Of {{= p.g}} GPUs, how
        many prefill, if both pools are to be equally busy?]],
      vary = {a = {1.2, 0.9}, b = {0.6, 1.8}, g = {24, 48}},
      answer = function(f, p) return p.g*p.a/(p.a + p.b) end,
      wrong = {{value = function(f, p) return p.g*p.b/(p.a + p.b) end, hint = "Those decode."}},
      worked = [[{{= p.g}} · {{= p.a}}/({{= p.a}} + {{= p.b}}) = {{= n(p.g*p.a/(p.a+p.b), 1)}}.]]},

    q.choice{id = "small", seed = "S003-W34-C6",
      ask = "Two GPUs, a model that fits on one, prompts of 300 tokens. Split the phases?",
      options = {"yes, it is the default now", "no: two equal replicas with chunked prefill",
                 "yes, if there is NVLink"},
      answer = 2,
      wrong = {{value = 1, hint = "Default of whom?"},
               {value = 3, hint = "The wire is not what is wrong here."}},
      worked = "A ratio of one to one fits almost no traffic, and short prompts disturb nobody for long."},

    q.choice{id = "room", seed = "S003-W34-C6",
      ask = "Prefill GPUs report full memory and no running prompts. What is it full of?",
      options = {"weights", "caches that decode had no room to take", "activations"},
      answer = 2,
      wrong = {{value = 1, hint = "They were there yesterday."},
               {value = 3, hint = "Of which prompt?"}},
      worked = "Admit a request only when its place in the decode pool is reserved."},
  },
}
