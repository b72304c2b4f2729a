return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[        if (wc.op == WC_RECV_IMM) {]==],
     [==[        if (wc.op == WC_RECV_IMM || wc.op == WC_WRITE) {]==]},
  },
  fails = "correct", message = "rx_next",
  why = "takes the completion of a credit for a message",
}
