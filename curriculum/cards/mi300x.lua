return card {
  seeds = {"S003-W19-C5", "S004-C01-T11"},
  sources = {
    "AMD: *Instinct MI300X* datasheet; *CDNA 3* whitepaper",
    "AMD: GPU specifications table, ROCm documentation",
  },
  ephemeral = {{"The figures of both cards", as_of = "2026-11"}},
  facts = function(hw)
    local params = 70e9
    return {params = params, h100s = math.ceil(2*params/hw.h100.mem)}
  end,
  questions = {
    q.num{id = "cards", unit = "1", rtol = 0, seed = "S003-W19-C5",
      ask = [[How many {{= hw[p.card].name}} does it take to hold {{= p.b}} billion bf16 weights, nothing
        else?]],
      vary = {b = {90, 180, 405}, card = {"mi300x", "h100"}},
      answer = function(f, p, hw) return math.ceil(p.b*2e9/hw[p.card].mem) end,
      wrong = {{value = function(f, p, hw) return math.ceil(p.b*2e9/hw[p.card].mem) + 1 end,
                hint = "One fewer suffices for the weights."}},
      worked = [[{{= gb(p.b*2e9,0)}} over {{= gb(hw[p.card].mem,0)}}, rounded up:
        {{= n(math.ceil(p.b*2e9/hw[p.card].mem),0)}}.]]},

    q.choice{id = "wave", seed = "S004-C01-T11",
      ask = "A reduction adds with shuffles at distances 16, 8, 4, 2 and 1. What does it do on a wave of 64?",
      options = {"the same, more slowly", "it leaves two sums where one was expected", "it does not compile"},
      answer = 2,
      wrong = {{value = 1, hint = "Which lanes has lane 0 heard of after distance 16?"},
               {value = 3, hint = "Distances up to 16 are legal."}},
      worked = "The halves never meet: a step of distance 32 is missing. Wrong, not slow."},

    q.choice{id = "unified", seed = "S003-W19-C5",
      ask = "Which part shares one physical memory between CPU cores and GPU?",
      options = {"MI300X", "MI300A", "both"},
      answer = 2,
      wrong = {{value = 1, hint = "The X is discrete: host memory lies behind PCI Express."},
               {value = 3, hint = "Only one of them has CPU cores on the package."}},
      worked = "The A has CPU dies on the package; the X has compute dies in their place."},
  },
}
