return card {
  seeds = {"S003-W27-C6"},
  sources = {
    "Lightman et al.: *Let's Verify Step by Step*. 2023, arXiv:2305.20050 (PRM800K)",
    "Wang et al.: *Math-Shepherd: Verify and Reinforce LLMs Step-by-step without Human Annotations*. ACL 2024, " ..
        "arXiv:2312.08935",
    "Luo et al.: *Improve Mathematical Reasoning in Language Models by Automated Process Supervision*. 2024, " ..
        "arXiv:2406.06592 (OmegaPRM)",
    "Zhang et al.: *The Lessons of Developing Process Reward Models in Mathematical Reasoning*. 2025, arXiv:2501.07301",
    "DeepSeek-AI: *DeepSeek-R1*. 2025, arXiv:2501.12948, on unsuccessful attempts",
  },
  ephemeral = {{"Whether process rewards pay", as_of = "2026-11"}},
  facts = function()
    local f = {K = 8, l = 50, N = 8, v = .05, p = .97}
    f.label = function(K, l, N) return N*l*K*(K - 1)/2 end -- from the end of step 1 to that of step K - 1
    f.halves = math.ceil(math.log(f.K, 2))
    return f
  end,
  questions = {
    q.num{id = "lucky", unit = "1", rtol = .02, seed = "S003-W27-C6",
      ask = [[From a wrong step, {{= pct(p.v)}} of completions still reach the right answer. A hard label calls
        the step good if any of {{= p.N}} does. How often does it?]],
      vary = {v = {.05, .1}, N = {4, 8, 16}},
      answer = function(f, p) return 1 - (1 - p.v)^p.N end,
      wrong = {{value = function(f, p) return p.v end, hint = "That is one completion."},
               {value = function(f, p) return (1 - p.v)^p.N end, hint = "That is how often it does not."}},
      worked = [[1 − (1 − {{= p.v}})^{{= p.N}} = {{= n(1-(1-p.v)^p.N, 2)}}.]]},

    q.num{id = "bill", unit = "1", rtol = .01, seed = "S003-W27-C6",
      ask = [[A solution has {{= p.K}} steps of {{= p.l}} tokens. After each step but the last, {{= p.N}}
        completions run to the end, each as long as what remains. How many tokens is that?]],
      vary = {K = {5, 10}, l = {40, 60}, N = {4, 8}},
      answer = function(f, p) return f.label(p.K, p.l, p.N) end,
      wrong = {{value = function(f, p) return p.N*p.K*p.l end, hint = "That is N whole solutions, once."},
               {value = function(f, p) return p.N*p.K*p.K*p.l end,
                hint = "A completion writes only what is left, not the solution again."}},
      worked = [[{{= p.N}} · {{= p.l}} · (1 + … + {{= p.K - 1}}) = {{= n(f.label(p.K, p.l, p.N))}}.]]},

    q.choice{id = "length", seed = "S003-W27-C6",
      ask = "A policy trained with +1 for each good step writes ever more steps, and solves no more problems. " ..
            "Which change removes the reason?",
      options = {"a larger reward model", "reward the change of value between steps", "a smaller learning rate"},
      answer = 2,
      wrong = {{value = 1, hint = "The steps are good. They are just many."},
               {value = 3, hint = "It gets there later."}},
      worked = "Changes add up to last value minus first, however many steps lie between."},

    q.choice{id = "value", seed = "S003-W27-C6",
      ask = "Step labels were sampled with a much stronger model than the one that wrote the solutions. What happens?",
      options = {"labels become exact", "errors are labelled good, since the strong model repairs them",
                 "correct steps are labelled bad"},
      answer = 2,
      wrong = {{value = 1, hint = "What does the label measure: the step, or the way home?"},
               {value = 3, hint = "That is what a weak completer does."}},
      worked = "The label is a value under the completer's policy."},
  },
}
