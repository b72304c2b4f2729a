return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (form == ERF)
        return .5f * erfcf(-.70710678f * v) + v * .39894228f * expf(-.5f * v * v);]==],
              [==[
    if (form == ERF)
        return .5f * erfcf(-.70710678f * v);]==]}},
  fails = "correct", message = "bias_gelu_bwd",
  why = "the slope is taken for Phi: the product rule has two terms",
}
