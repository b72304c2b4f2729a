return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[while (right < s->guesses && at[right].best == s->text[known + right])]==],
     [==[while (right < s->guesses)]==]},
  },
  fails = "correct", message = "mismatch: request",
  why = "what the target says after a wrong guess continues a text that does not exist",
}
