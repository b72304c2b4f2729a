return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    comm_sendrecv(c, from + part(n, P, out), bytes(n, P, out), right,\n" ..
     "                  to, bytes(n, P, in), left, TAG);",
     "    comm_send(c, from + part(n, P, out), bytes(n, P, out), right, TAG);\n" ..
     "    comm_recv(c, to, bytes(n, P, in), left, TAG, NULL);"},
  },
  fails = "correct", message = "They wait in a circle: 0 -> 1 -> 0",
  why = "everybody sends first, and nobody has come to the receive",
}
