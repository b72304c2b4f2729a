/work/main/tests/simt/wave64/0.o: \
 /work/main/tests/simt/wave64/mirror/0-arch_wave64.cu.cpp \
 /work/main/tests/simt/t.h
