return card {
  seeds = {"S001-15"},
  readings = {{"groqisca", hours = 1,
               look_for = "what was taken out of the chip, and what the compiler must know instead"}},
  sources = {
    "The cards lpu and h100 of Ridge's hardware list; the LPU's bandwidth is second-hand",
  },
  ephemeral = {{"The figures of Groq's first chip", as_of = "2026-11"}},
  facts = function(hw, models)
    local m = models.llama3_70b
    local f = {hop = 1e-6, link = 12.5e9}
    f.N70 = m.L*(2*m.d*m.d + 2*m.d*m.Hkv*m.hd + 3*m.d*m.ff + 2*m.d) + 2*m.V*m.d + m.d
    f.chips = math.ceil(f.N70/hw.lpu.mem)
    f.read = hw.lpu.mem/hw.lpu.bw
    f.all = f.chips*f.read
    f.d = m.d
    f.stages = m.L
    f.travel = f.stages*(f.hop + 2*m.d/f.link)
    return f
  end,
  questions = {
    q.num{id = "chips", unit = "1", rtol = .005, seed = "S001-15",
      ask = [[How many chips of {{= n(hw.lpu.mem/1e6)}} MB hold {{= p.b}} billion weights of {{= p.bytes}} B, nothing
        else?]],
      vary = {b = {8, 32, 120}, bytes = {1, 2}},
      answer = function(f, p, hw) return math.ceil(p.b*p.bytes*1e9/hw.lpu.mem) end,
      wrong = {{value = function(f, p, hw) return math.ceil(p.b*3*1e9/(p.bytes*hw.lpu.mem)) end,
                hint = "Bytes of a weight multiply."}},
      worked = "{{= gb(p.b*p.bytes*1e9, 0)}} over {{= n(hw.lpu.mem/1e6)}} MB, rounded up."},

    q.num{id = "pipeline", unit = "1", rtol = .01, seed = "S001-15",
      ask = [[A model lies on {{= p.s}} stages of chips, and a token takes {{= p.us}} µs in each. One user's next token
        begins when the last one has come out. How many tokens a second does one user get?]],
      vary = {s = {40, 80}, us = {20, 30, 50}},
      answer = function(f, p) return 1e6/(p.s*p.us) end,
      wrong = {{value = function(f, p) return 1e6/p.us end,
                hint = "That is what all users get together, if there are as many of them as stages."}},
      worked = [[{{= p.s}} · {{= p.us}} µs = {{= n(p.s*p.us/1e3, 2)}} ms a token, {{= n(1e6/(p.s*p.us), 0)}} a second;
        {{= p.s}} users at once keep all stages busy.]]},

    q.choice{id = "where", seed = "S001-15",
      ask = "All weights are in SRAM. Where has the memory bottleneck gone?",
      options = {"it is gone", "into the number of chips, and the way between them", "into the host's memory"},
      answer = 2,
      wrong = {{value = 1, hint = "How many chips does one model take?"},
               {value = 3, hint = "Nothing is fetched from there for a token."}},
      worked = "Each layer's output travels to the next chips. What was bandwidth is latency of a network now."},
  },
}
