return card {
  seeds = {"S003-W29-C6"},
  readings = {{"longrope"}, {"yarn"}, {"pi"}},
  sources = {
    "Microsoft: *LongRoPE*, repository and its list of Phi-3 models",
    "Hugging Face: *Transformers*, `longrope` in modeling_rope_utils (the attention factor, and the switch by length)",
  },
  ephemeral = {{"Which models ship such tables, and how servers choose between two", as_of = "2026-11"}},
  facts = function()
    local m = models.llama2_7b
    local f = {pairs = m.hd//2, base = 10000, L = m.ctx, far = 2048*1024, mid = 256*1024, s = 32, levels = 20}
    f.turns = function(i) return f.L*f.base^(-2*i/m.hd)/(2*math.pi) end
    f.unseen = 0
    for i = 0, f.pairs - 1 do if f.turns(i) < 1 then f.unseen = f.unseen + 1 end end
    f.all, f.mono = f.pairs*math.log(f.levels, 10), 0
    for i = 1, f.pairs do f.mono = f.mono + math.log((f.levels - 1 + i)/i, 10) end -- multisets of size `pairs`
    f.factor = function(s, L) return math.sqrt(1 + math.log(s)/math.log(L)) end
    f.att = f.factor(f.s, f.L)
    return f
  end,
  questions = {
    q.num{id = "turns", unit = "1", rtol = .02, seed = "S003-W29-C6",
      ask = [[Heads of 128, base {{= n(f.base)}}, {{= n(p.L)}} training tokens. How many turns did pair {{= p.i}}
        (from 0) make in training?]],
      vary = {L = {4096, 8192}, i = {16, 32, 40}},
      answer = function(f, p) return p.L*f.base^(-2*p.i/128)/(2*math.pi) end,
      wrong = {{value = function(f, p) return p.L*f.base^(-2*p.i/128) end, hint = "Those are radians."},
               {value = function(f, p) return p.L*f.base^(-p.i/128)/(2*math.pi) end,
                hint = "A pair is two of the 128 numbers."}},
      worked = [[{{= n(p.L)}} · {{= n(f.base)}}^(−{{= 2*p.i}}/128) / 2π =
        {{= n(p.L*f.base^(-2*p.i/128)/(2*math.pi), 2)}}.]]},

    q.num{id = "factor", unit = "1", rtol = .005, seed = "S003-W29-C6",
      ask = [[Trained on {{= n(p.L)}} tokens, extended {{= p.s}} times: by what are cosine and sine multiplied, at
        √(1 + ln s/ln L)?]],
      vary = {L = {4096, 8192}, s = {8, 16, 32}},
      answer = function(f, p) return f.factor(p.s, p.L) end,
      wrong = {{value = function(f, p) return 1 + math.log(p.s)/math.log(p.L) end,
                hint = "That is what the scores get: both sides of the product are multiplied."},
               {value = function(f, p) return 1 + .1*math.log(p.s) end, hint = "That is YaRN's."}},
      worked = [[√(1 + {{= n(math.log(p.s),3)}}/{{= n(math.log(p.L),3)}}) = {{= n(f.factor(p.s, p.L),3)}}.]]},

    q.choice{id = "cache", seed = "S003-W29-C6",
      ask = "A model with short and long factors answers well at 3,900 tokens and at 6,000, but badly when a " ..
            "chat grows past 4,096. Why?",
      options = {"the attention factor is missing", "cached keys were turned by the other table",
                 "the window is full"},
      answer = 2,
      wrong = {{value = 1, hint = "Then 6,000 in one go would be bad, too."},
               {value = 3, hint = "It is 128 thousand long."}},
      worked = "A relative angle needs both sides from one table."},

    q.choice{id = "order", seed = "S003-W29-C6",
      ask = "Why may the search demand factors that never fall from fast pairs to slow ones?",
      options = {"the slower a pair, the less of the circle training showed it", "fast pairs carry no information",
                 "kernels need sorted tables"},
      answer = 1,
      wrong = {{value = 2, hint = "They tell neighbours apart."},
               {value = 3, hint = "A table is a table."}},
      worked = "What has been all round needs no help; what has not must be kept inside what it saw."},
  },
}
