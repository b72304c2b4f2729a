return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[            double sum = 0;
            for (int k = 0; k < l->r; k++)
                sum += (double)l->B[(size_t)o * (size_t)l->r + (size_t)k] * l->A[(size_t)k * (size_t)W->in + (size_t)i];
            to[i] = bf16_code((float)(w[i] + by * sum));]=],
     [=[            to[i] = bf16_code(w[i]);
            for (int k = 0; k < l->r; k++)
                to[i] = bf16_code(bf16_value(to[i]) + by * l->B[(size_t)o * (size_t)l->r + (size_t)k] *
                                                          l->A[(size_t)k * (size_t)W->in + (size_t)i]);]=]},
  },
  fails = "correct", message = "merge",
  why = "every product is added to 16 bits: small ones are lost",
}
