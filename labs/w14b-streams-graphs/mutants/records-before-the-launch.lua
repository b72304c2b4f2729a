return mutant {
  base = "reference", file = "streams.c",
  replace = {{[==[
    vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s[q]);
    p->load[q]]==],
              [==[
    if (ns > 1 && is_asked(node, n, k)) {
        p->event[k] = vEventCreate(v);
        vEventRecord(v, p->event[k], s[q]);
    }
    vLaunchKernel(v, node[k].out, node[k].a, node[k].b, node[k].cells, s[q]);
    p->load[q]]==]},
             {[==[
        p->told[k][r] = p->know[q][r];
    if (ns > 1 && is_asked(node, n, k)) {
        p->event[k] = vEventCreate(v);
        vEventRecord(v, p->event[k], s[q]);
    }]==],
              [==[        p->told[k][r] = p->know[q][r];]==]}},
  fails = "correct", message = "nothing puts it behind",
  why = "the event stands for what was before the kernel",
}
