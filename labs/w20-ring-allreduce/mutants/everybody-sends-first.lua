return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    comm_sendrecv(c, buf]],
     [[    comm_send(c, buf]]},
    {"(r + 1) % P,\n" ..
     "                  to,",
     "(r + 1) % P, RING);\n" ..
     "    comm_recv(c, to,"},
    {[[(r + P - 1) % P, RING);]],
     [[(r + P - 1) % P, RING, NULL);]]},
  },
  fails = "correct", message = "They wait in a circle",
  why = "nobody has come to the receive: no send is buffered",
}
