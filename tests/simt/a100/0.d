/work/main/tests/simt/a100/0.o: \
 /work/main/tests/simt/a100/mirror/0-arch_a100.cu.cpp \
 /work/main/tests/simt/t.h
