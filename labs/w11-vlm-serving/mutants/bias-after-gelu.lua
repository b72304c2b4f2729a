return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[work[o] = gelu(dot(x, W1 + (size_t)o * (size_t)in, in) + b1[o]);]],
                [[work[o] = gelu(dot(x, W1 + (size_t)o * (size_t)in, in)) + b1[o];]] } },
    fails = "correct", message = "project",
    why = "the bias belongs inside the nonlinearity",
}
