return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[dlp[k] = k < middle ? -pull : pull;]==],
               [==[dlp[k] = -pull;]==]}},
  fails = "correct", message = "rejected",
  why = "both answers are pulled the same way",
}
