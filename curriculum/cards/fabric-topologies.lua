return card {
  seeds = {"S003-W20-C2"},
  sources = {
    "Al-Fares, Loukissas, Vahdat: *A Scalable, Commodity Data Center Network Architecture*. SIGCOMM, 2008",
    "Kim, Dally, Scott, Abts: *Technology-Driven, Highly-Scalable Dragonfly Topology*. ISCA, 2008",
    "InfiniBand Trade Association: *InfiniBand Architecture Specification*, volume 1",
    "NVIDIA: *QM97XX user manual*; *UFM user manual* (routing engines); *SHARP* (topologies)",
  },
  ephemeral = {{"Ports of a switch, and rates of NDR and XDR", as_of = "2026-11"}},
  facts = function(hw)
    local f = {k = hw.ib_ndr.radix, port = hw.ib_ndr.bw_dir, p = 16}
    f.two = {hosts = f.k^2/2, switches = 3*f.k/2}
    f.three = {hosts = f.k^3/4, switches = 5*f.k^2/4}
    f.fly = function(p)
      local a, h = 2*p, p
      return {a = a, h = h, ports = p + h + a - 1, groups = a*h + 1, hosts = p*a*(a*h + 1), switches = a*(a*h + 1)}
    end
    f.d = f.fly(f.p)
    f.lids = 0xBFFF
    return f
  end,
  questions = {
    q.num{id = "over", unit = "GB/s", rtol = .01, seed = "S003-W20-C2",
      ask = [[A leaf switch of {{= n(f.k)}} ports has {{= p.d}} hosts below it and {{= n(f.k)}} - {{= p.d}} cables to
        the spines, all {{= n(f.port/1e9)}} GB/s one way. All hosts send to other leaves at once, spread perfectly. What
        does each get?]],
      vary = {d = {40, 44, 48}},
      answer = function(f, p) return f.port*(f.k - p.d)/p.d/1e9 end,
      wrong = {{value = function(f, p) return f.port/1e9 end, hint = "Count the cables upwards."},
               {value = function(f, p) return f.port*(f.k - p.d)/f.k/1e9 end,
                hint = "Only the hosts share the cables upwards, not all ports."}},
      worked = [[{{= n(f.k - p.d)}} cables for {{= p.d}} hosts: {{= n((f.k - p.d)/p.d, 2)}} of
        {{= n(f.port/1e9)}} GB/s.]]},

    q.num{id = "fly", unit = "1", rtol = 0, seed = "S003-W20-C2",
      ask = [[A dragonfly has {{= p.p}} hosts at a switch, twice as many switches in a group, and as many cables to
        other groups at each switch as it has hosts; one cable joins each pair of groups, and no port is free. How many
        hosts are that?]],
      vary = {p = {4, 8, 12}},
      answer = function(f, p) return f.fly(p.p).hosts end,
      wrong = {{value = function(f, p) return f.fly(p.p).hosts - 2*p.p*p.p end,
                hint = "A group needs a cable to each *other* group."},
               {value = function(f, p) return f.fly(p.p).switches end, hint = "Those are the switches."}},
      worked = [[a = {{= 2*p.p}}, {{= n(f.fly(p.p).groups)}} groups of {{= n(2*p.p*p.p)}} hosts:
        {{= n(f.fly(p.p).hosts)}}, with switches of {{= f.fly(p.p).ports}} ports.]]},

    q.num{id = "bad", unit = "%", rtol = .01, seed = "S003-W20-C2",
      ask = [[In such a dragonfly ({{= p.p}} hosts a switch, {{= 2*p.p}} switches a group) all hosts of one group send
        to the same other group, by the shortest way. Which share of its port's rate does each get at most?]],
      vary = {p = {4, 8, 12}},
      answer = function(f, p) return 100/(2*p.p*p.p) end,
      wrong = {{value = function(f, p) return 100/(2*p.p) end, hint = "All hosts of the group, not the switches."},
               {value = function(f, p) return 50 end, hint = "How many cables join two groups?"}},
      worked = [[One cable for {{= n(2*p.p*p.p)}} hosts: {{= pct(1/(2*p.p*p.p), 2)}}. By a third group, drawn at random,
        about half of the rate comes back.]]},

    q.choice{id = "who", seed = "S003-W20-C2",
      ask = [[The cables between two halves of a cluster are halved. Whose step gets longest?]],
      options = {"a ring all-reduce over all nodes, placed node by node", "an all-to-all of experts over all nodes",
                 "tensor parallelism inside nodes"},
      answer = 2,
      wrong = {{value = 1, hint = "How often does such a ring cross from one half to the other?"},
               {value = 3, hint = "That never leaves the node."}},
      worked = [[Half of all bytes of an all-to-all cross the middle. A ring crosses it at two places with one NIC's
        traffic each, wherever the middle is.]]},
  },
}
