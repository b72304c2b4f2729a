/* Compilers, the CUDA toolkit and its driver, and the profilers. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "runner/build/build.h"
#include "doctor.h"
#include "runner/base/programs.h"
#include "runner/box/spawn.h"

static int on_path(const char *name, char *ret, size_t n)
{
    const char *path = getenv("PATH");
    char *copy = strdup(path ? path : "/usr/bin:/bin"), *save = NULL;
    int found = 0;
    for (char *dir = copy ? strtok_r(copy, ":", &save) : NULL; dir && !found; dir = strtok_r(NULL, ":", &save)) {
        snprintf(ret, n, "%s/%s", dir, name);
        found = !access(ret, X_OK);
    }
    free(copy);
    return found;
}

static void compilers(struct cli *c, json_t *list)
{
    char line[256];
    build_compiler(c->app.cc, line, sizeof line);
    doctor_row(list, "C compiler", *line != 0, "C labs cannot be built.", "apt install gcc   (or set CC)",
               *line ? "%s (flags for %s)" : "%s was not found", *line ? line : c->app.cc, build_isa());
    struct build b = { .cc = c->app.cc };
    struct err e = { "" };
    char *asan = build_sanitizer_runtime(&b, &e);
    doctor_row(list, "sanitizers", asan != NULL,
               "`sanitize` is skipped: an access outside of memory goes unnoticed until the program crashes.",
               "apt install libgcc-12-dev   (the runtime that fits the compiler)", "%s", asan ? asan : e.text);
    free(asan);
    build_compiler("gcc", line, sizeof line);
    doctor_row(list, "cache profile", *line != 0, "C labs cannot be profiled line by line.", "apt install gcc", "%s",
               *line ? "ctrace, by gcc's -fsanitize=thread hooks" : "gcc was not found");
    build_compiler("g++", line, sizeof line);
    if (!*line)
        build_compiler("clang++", line, sizeof line);
    doctor_row(list, "emulator", *line != 0, "CUDA labs run on a GPU only.", "apt install g++", "%s",
               *line ? line : "no C++ compiler was found");
}

/* "13.0" out of "Cuda compilation tools, release 13.0, V13.0.88"; 0 when it cannot be run. */
static int nvcc_release(const char *nvcc)
{
    const char *argv[] = { nvcc, "--version", NULL };
    struct box box = { .ro = { "/" }, .rw = { "/tmp", "/dev/null" }, .in_fd = -1, .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 10);
    const char *at = strstr(text_str(&s.output), "release ");
    int major = 0, minor = 0;
    if (at && sscanf(at, "release %d.%d", &major, &minor) != 2)
        major = minor = 0;
    text_finish(&s.output);
    return major * 1000 + minor * 10;
}

/* The newest CUDA that the driver understands, as 13000 for 13.0; 0 without one. */
static int driver_version(void)
{
    int v = 0;
    void *so = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    int (*get)(int *) = NULL;
    if (so)
        *(void **)&get = dlsym(so, "cuDriverGetVersion");
    if (get && get(&v))
        v = 0;
    if (so)
        dlclose(so);
    return v;
}

static void gpu_name(char *ret, size_t n)
{
    char *program = programs_find("ridge-gpu");
    const char *argv[] = { program, "--query", NULL };
    struct box box = { .ro = { "/" }, .rw = { "/dev", "/tmp", "/proc" }, .in_fd = -1, .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 20);
    const char *text = text_str(&s.output);
    snprintf(ret, n, "%.*s", s.end == SPAWN_EXIT && !s.code ? (int)strcspn(text, "\n") : 0, text);
    text_finish(&s.output);
    free(program);
}

static void cuda(json_t *list)
{
    char gpu[160] = "", *nvcc = build_nvcc();
    int release = nvcc ? nvcc_release(nvcc) : 0, driver = driver_version();
    doctor_row(list, "CUDA toolkit", nvcc != NULL, "CUDA labs run on the emulator; registers and PTX are not counted.",
               "https://developer.nvidia.com/cuda-downloads   (12 or later; or set CUDA_HOME)",
               nvcc ? "%s, CUDA %d.%d" : "nvcc was not found", nvcc ? nvcc : "", release / 1000, release % 1000 / 10);
    doctor_row(list, "NVIDIA driver", driver > 0,
               "CUDA labs run on the emulator, which finds errors and races and counts sectors, and gives no times.",
               "apt install nvidia-driver   (with a GPU in the machine)",
               driver ? "supports CUDA up to %d.%d" : "libcuda.so.1 was not found", driver / 1000, driver % 1000 / 10);
    if (driver && release)
        doctor_row(list, "toolkit and driver", driver >= release,
                   "The driver loads this toolkit's cubins, and not its PTX.",
                   "update the driver, or install an older toolkit", "toolkit %d.%d, driver %d.%d", release / 1000,
                   release % 1000 / 10, driver / 1000, driver % 1000 / 10);
    if (driver) {
        gpu_name(gpu, sizeof gpu);
        doctor_row(list, "GPU", *gpu != 0, "CUDA labs run on the emulator.",
                   "nvidia-smi   (shows whether the driver sees the GPU)", "%s",
                   *gpu ? gpu : "the driver is here, but no GPU answers");
    }
    free(nvcc);
}

/* The driver keeps counters for administrators unless it is told otherwise. */
static void counters(json_t *list)
{
    char line[256], ncu[4096];
    int restricted = -1;
    FILE *f = fopen("/proc/driver/nvidia/params", "re");
    while (f && fgets(line, sizeof line, f))
        sscanf(line, "RmProfilingAdminOnly: %d", &restricted);
    if (f)
        fclose(f);
    if (restricted < 0)
        return;
    doctor_row(list, "GPU counters", !restricted || !geteuid(),
               "`ridge profile` on a GPU shows times and the emulator's counts, but no hardware counters.",
               "echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "
               "/etc/modprobe.d/nvidia-profiling.conf   (then reboot)",
               restricted ? "RmProfilingAdminOnly is 1: administrators only" : "open to all users");
    doctor_row(list, "Nsight Compute", on_path("ncu", ncu, sizeof ncu),
               "CUPTI counts in place of Nsight Compute, without source lines, where the toolkit has CUPTI.",
               "apt install nsight-compute   (NVIDIA's repository)", "%s",
               on_path("ncu", ncu, sizeof ncu) ? ncu : "ncu was not found");
}

/* The first line of `mpirun --version`: "mpirun (Open MPI) 4.1.4". 0 when there is none that runs. */
static int mpi_version(char *ret, size_t n)
{
    char path[4096];
    if (!on_path("mpirun", path, sizeof path))
        return 0;
    const char *argv[] = { path, "--version", NULL };
    struct box box = { .ro = { "/" }, .rw = { "/tmp", "/dev/null" }, .in_fd = -1, .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 10);
    const char *text = text_str(&s.output);
    snprintf(ret, n, "%.*s", (int)strcspn(text, "\n"), text);
    text_finish(&s.output);
    return strncmp(ret, "mpirun (", 8) == 0;
}

/* NCCL's own number, 22703 for 2.27.3; 0 where it is not installed. RIDGE_NCCL names another library, as for a run. */
static int nccl_version(void)
{
    const char *named = getenv("RIDGE_NCCL");
    int v = 0;
    void *so = dlopen(named && *named ? named : "libnccl.so.2", RTLD_LAZY | RTLD_LOCAL);
    int (*get)(int *) = NULL;
    if (so)
        *(void **)&get = dlsym(so, "ncclGetVersion");
    if (get && get(&v))
        v = 0;
    return v; /* the library stays loaded: one with threads of its own is not unloaded safely */
}

/* Ranks run in one process without either; these put them on processes and GPUs, on the wall clock. */
static void carriers(json_t *list)
{
    char mpi[200] = "";
    int have = mpi_version(mpi, sizeof mpi), nccl = nccl_version();
    doctor_row(list, "MPI", have,
               "Labs of several ranks run in virtual time only: `--runtime mpi` has no processes to time.",
               "apt install libopenmpi-dev openmpi-bin   (then build Ridge again)", "%s",
               have ? mpi : "mpirun was not found, or does not run");
    doctor_row(
        list, "NCCL", nccl > 0, "Labs of several ranks run in virtual time only: `--runtime nccl` has no GPUs to time.",
        "apt install libnccl2   (NVIDIA's repository; a folder of its own goes into LD_LIBRARY_PATH)",
        nccl > 0 ? "version %d.%d.%d" : "libnccl.so.2 was not found", nccl / 10000, nccl / 100 % 100, nccl % 100);
}

void doctor_tools(struct cli *c, json_t *list)
{
    compilers(c, list);
    cuda(list);
    counters(list);
    carriers(list);
}
