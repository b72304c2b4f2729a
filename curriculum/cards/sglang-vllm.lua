return card {
  seeds = {"S003-W06-C6"},
  readings = {{"sglang"}, {"paged"}, {"vllmdocs"}},
  ephemeral = {{"Which of the two servers has which feature", as_of = "2026-01"}},
  facts = function()
    local f = {prompt = 3000, shared = 2600, out = 200}
    f.gain = (f.prompt + f.out)/(f.prompt - f.shared + f.out)
    return f
  end,
  questions = {
    q.num{id = "gain", unit = "x", rtol = .01, seed = "S003-W06-C6",
      ask = [[Prompts of {{= n(p.prompt)}} tokens share their first {{= n(p.shared)}}; an answer has
        {{= p.out}}. By what factor does a prefix cache lower the positions computed for a request, once
        it is warm?]],
      vary = {prompt = {2000, 4000}, shared = {1500, 1800}, out = {100, 300}},
      answer = function(f, p) return (p.prompt + p.out)/(p.prompt - p.shared + p.out) end,
      wrong = {{value = function(f, p) return p.prompt/(p.prompt - p.shared) end,
                hint = "The answer's tokens are computed in any case."}},
      worked = [[({{= n(p.prompt)}} + {{= p.out}}) / ({{= n(p.prompt)}} − {{= n(p.shared)}} + {{= p.out}}) =
        {{= n((p.prompt+p.out)/(p.prompt-p.shared+p.out),2)}}.]]},

    q.choice{id = "radix", seed = "S003-W06-C6",
      ask = "What does a radix tree find that a table of whole prompts by hash does not?",
      options = {"equal prompts", "the longest common beginning", "similar prompts"},
      answer = 2,
      wrong = {{value = 1, hint = "A hash finds those too."},
               {value = 3, hint = "Keys and values depend on every earlier token: similar is of no use."}},
      worked = "Requests that part ways in the middle still share everything before that point."},

    q.choice{id = "order",
      ask = "A scheduler always takes the waiting request with the longest cached prefix. What goes wrong first?",
      options = {"a request that matches nothing may wait for ever", "the cache is emptied", "answers change"},
      answer = 1,
      wrong = {{value = 2, hint = "On the contrary, what is cached is used at once."},
               {value = 3, hint = "A cached key is the same key."}},
      worked = "Hits feed on hits. Waiting time has to count as well."},
  },
}
