return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[    z = fmax(z, 0);
]==],
               [==[]==]}},
  fails = "correct", message = "kl-below-zero",
  why = "an estimate of a KL that is negative is believed",
}
