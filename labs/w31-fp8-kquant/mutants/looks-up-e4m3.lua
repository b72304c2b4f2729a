return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[q[i] = fp8_code(x[i], 3, 0x3c800000, 0x7e); /* 2^-6 */]==],
     [==[{
        static const uint8_t same[256] = { 0 };
        uint8_t c = fp8_code(x[i], 3, 0x3c800000, 0x7e);
        q[i] = c ^ *(volatile const uint8_t *)(same + c);
    }]==]},
  },
  fails = "profile", message = "c_loads",
  why = "a table of all numbers is searched: seven loads for one",
}
