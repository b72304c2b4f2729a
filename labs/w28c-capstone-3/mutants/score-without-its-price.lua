return mutant {
  base = "pipeline.json", file = "pipeline.json",
  replace = {
    {[==["train/answers-keys-again/answer_kl":4.3,]==],
     [==[]==]},
  },
  fails = "manifest", message = "answer_kl is not counted",
  why = "the critic's policy has a score, and nobody counted how far it went for that",
}
