return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[[
        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);
}

/* The sum over]],
              [[
        p[i] = __float_as_uint(s[2 * i]);
}

/* The sum over]]}},
  fails = "correct",
  why = "the left operand gets the bits of floats: weights are not converted",
}
