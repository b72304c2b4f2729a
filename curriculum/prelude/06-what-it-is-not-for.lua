return card {
  seeds = {"S002-7", "S002-7-1", "S002-7-2", "S002-7-3", "S002-7-4"},
  readings = {{"huyen"}},
  questions = {
    q.num{id = "floor", unit = "ms", rtol = .02, seed = "S002-7-2",
      ask = [[A model of {{= p.b}} billion bf16 weights makes one token for one user on an H100
        ({{= si(hw.h100.bw,"B/s")}}). Below which time can it not come, whatever the code?]],
      vary = {b = {3, 8, 14}},
      answer = function(f, p, hw) return p.b*1e9*2/hw.h100.bw*1e3 end,
      wrong = {{value = function(f, p, hw) return p.b*1e9/hw.h100.bw*1e3 end,
                hint = "A bf16 weight is two bytes."},
               {value = function(f, p, hw) return 2*p.b*1e9/hw.h100.bf16*1e3 end,
                hint = "That is the time of the arithmetic. All weights must be read as well."}},
      worked = [[{{= gb(p.b*1e9*2,0)}} at {{= si(hw.h100.bw,"B/s")}} take
        {{= ms(p.b*1e9*2/hw.h100.bw)}}; the arithmetic would be done in
        {{= us(2*p.b*1e9/hw.h100.bf16)}}.]]},

    q.choice{id = "residue", seed = "S002-7-3",
      ask = [[Two hospitals share one GPU by turns, a process each. What is not settled?]],
      options = {"Nothing: each process has its own address space.",
                 "Whether memory is wiped between them, and what timing gives away.",
                 "Only the speed: they slow each other down."},
      answer = 2,
      wrong = {{value = 1, hint = "What the address held before is another matter, and so are caches and clocks."},
               {value = 3, hint = "Contention is exactly what a timing channel reads."}},
      worked = [[An address space keeps one process from naming another's memory. It says nothing about
        what was left in memory that is handed on, or about caches and clocks that both can feel.]]},

    q.choice{id = "signal", seed = "S002-7",
      ask = "Which sentence is a reason to build what this course teaches?",
      options = {"Our product may one day need it.", "Everybody does it.",
                 "Notes may not leave the building, and that ranks above the speed of changing our mind.",
                 "We have spare GPUs."},
      answer = 3,
      wrong = {{value = 1, hint = "Then buy by the token until that day."},
               {value = 2, hint = "That is no constraint of yours."},
               {value = 4, hint = "Hardware is the smaller part of the bill."}},
      worked = [[A constraint of cost, latency, scale or sovereignty that ranks above iteration speed.
        Here it is sovereignty.]]},
  },
}
