return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[                float u = v.v[e] + b[e];]==],
              [==[                float u = v.v[e] + (biased ? ((const volatile float *)bias)[c + e] : b[e]);]==]}},
  fails = "profile", message = "g_ld_",
  why = "the bias is loaded anew in each row",
}
