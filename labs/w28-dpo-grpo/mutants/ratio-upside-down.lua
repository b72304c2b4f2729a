return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[back = exp(ref[t] - lp[t]);]==],
               [==[back = exp(lp[t] - ref[t]);]==]},
              {[==[double k3 = expm1(ref[t] - lp[t]) - (ref[t] - lp[t]);]==],
               [==[double k3 = expm1(lp[t] - ref[t]) - (lp[t] - ref[t]);]==]}},
  fails = "correct", message = "k3",
  why = "k3 of policy over reference",
}
