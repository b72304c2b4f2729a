/* The sandbox and why it is not stronger; the clock, its governor, who may count; what lies on the bus. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_bwrap.h"
#include "runner/box/box_level.h"
#include "doctor.h"
#include "runner/base/programs.h"
#include "runner/box/spawn.h"

static int read_word(const char *path, char *ret, size_t n)
{
    FILE *f = fopen(path, "re");
    if (!f)
        return 0;
    int ok = fgets(ret, (int)n, f) != NULL;
    fclose(f);
    ret[ok ? strcspn(ret, "\n") : 0] = 0;
    return ok;
}

/* What mends it, cut off the end of a reason, which may hold colons itself. */
static const char *cut_mend(char *why)
{
    char *mend = NULL;
    for (char *at = why; (at = strstr(at, ": ")); at += 2)
        mend = at;
    if (!mend)
        return "";
    *mend = 0;
    return mend + 2;
}

/* Whether bubblewrap makes a box here, else why not: a process finds out about one kind of box, so another one tries.
 */
static int bwrap_works(char *why, size_t n)
{
    int p[2], st = -1;
    pid_t pid = pipe2(p, O_CLOEXEC) ? -1 : fork();
    if (pid == 0) {
        box_choose("bwrap");
        struct err unmet;
        _exit(box_unmet(&unmet) && write(p[1], unmet.text, strlen(unmet.text)) >= 0);
    }
    if (pid < 0)
        return 0;
    close(p[1]);
    ssize_t k = read(p[0], why, n - 1);
    why[k > 0 ? k : 0] = 0;
    close(p[0]);
    while (waitpid(pid, &st, 0) < 0 && errno == EINTR)
        ;
    return st == 0;
}

static void bubblewrap(json_t *list)
{
    char why[400] = "";
    const char *program = bwrap_program();
    int works = bwrap_works(why, sizeof why);
    const char *mend = cut_mend(why);
    doctor_row(list, "bubblewrap", works || !box_by_bwrap(), "`--box bwrap` runs nothing.", mend, "%s%s",
               works ? program : program || box_by_bwrap() ? why : "not here, and needed for --box bwrap alone",
               works ? box_by_bwrap() ? " makes the sandbox" : " could make the sandbox: --box bwrap" : "");
}

static void box_row(json_t *list)
{
    static const char *const levels[] = {
        "limits", "Landlock, seccomp, limits", "namespaces and a root of its own, Landlock, seccomp, limits",
        "namespaces and a root of its own, Landlock, seccomp, limits, and a cgroup of its own"
    };
    struct box_level box;
    char why[sizeof box.why], lacks[sizeof box.why + 16];
    box_level(0, &box);
    snprintf(why, sizeof why, "%s", box.why);
    const char *mend = cut_mend(why);
    snprintf(lacks, sizeof lacks, "Not L%d: %s.", box.level + 1, why);
    if (box.level >= 2)
        doctor_row(list, "sandbox level", 1, "", "", "L%d: %s; not L%d: %s", box.level, levels[box.level],
                   box.level + 1, box.why);
    else
        doctor_row(list, "sandbox level", 0, lacks, mend, "L%d: %s", box.level, levels[box.level]);
}

/* Started without a word it says how it wants to be: whoever lacks a library of its own does not. */
static void hand_ins(json_t *list)
{
    enum { USAGE = 2, WALL_S = 10 };
    char *program = programs_find("ridge-intake");
    const char *argv[] = { program, NULL };
    struct box box = { .ro = { "/" }, .in_fd = -1, .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, WALL_S);
    doctor_row(list, "hand-ins", s.end == SPAWN_EXIT && s.code == USAGE, "The hand-ins of a class cannot be read.",
               "./ridge   (builds the program; or install the library that `ldd` misses)", "%s", program);
    text_finish(&s.output);
    free(program);
}

static void sandbox(struct cli *c, json_t *list)
{
    int abi = box_landlock_abi();
    doctor_row(list, "Landlock", abi > 0, "Only seccomp and limits hold submissions: a submission can read your files.",
               "boot Linux 5.13 or later with lsm=landlock,…   (cat /sys/kernel/security/lsm)",
               abi ? "ABI %d: submissions see no file of yours" : "this kernel has no Landlock (%d)", abi);
    bubblewrap(list);
    box_row(list);
    curriculum_hw(c->app.cur);
    doctor_row(list, "Lua box", curriculum_boxed(c->app.cur), "The checks of labs run under limits alone.",
               "boot a kernel with CONFIG_SECCOMP_FILTER, outside a container that refuses it",
               curriculum_boxed(c->app.cur) ? "checks run under seccomp" : "seccomp is refused here");
    doctor_row(list, "runner", !access(c->app.exec, X_OK), "Nothing can be built or run.",
               "./ridge   (builds the program)", "%s", c->app.exec);
    hand_ins(list);
}

/* Opens the cycle counter itself: what a level promises and what a virtual machine has are two things. */
static void perf(json_t *list)
{
    char level[16] = "?";
    struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE, .size = sizeof a, .config = PERF_COUNT_HW_CPU_CYCLES,
                                 .exclude_kernel = 1, .exclude_hv = 1, .disabled = 1 };
    int fd = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC), why = errno;
    read_word("/proc/sys/kernel/perf_event_paranoid", level, sizeof level);
    int forbidden = fd < 0 && (why == EACCES || why == EPERM);
    int by_level = forbidden && strtol(level, NULL, 10) > 2; /* else by who made this container */
    doctor_row(list, "CPU counters", fd >= 0,
               "`ridge profile` counts with ctrace: exact figures of a model of the caches, not of this CPU.",
               by_level    ? "sudo sysctl kernel.perf_event_paranoid=2"
               : forbidden ? "run outside this container, or give it --security-opt seccomp=unconfined"
                           : "run on bare metal, or give the virtual machine a PMU",
               fd >= 0     ? "perf counts cycles (perf_event_paranoid %s)"
               : forbidden ? "perf is forbidden (perf_event_paranoid %s)"
                           : "this machine has no PMU (perf_event_paranoid %s)",
               level);
    if (fd >= 0)
        close(fd);
}

static void clocks(json_t *list)
{
    char governor[32] = "", thp[64] = "", boost[8] = "";
    if (read_word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", governor, sizeof governor))
        doctor_row(list, "CPU governor", !strcmp(governor, "performance") || !strcmp(governor, "schedutil"),
                   "The clock climbs while a benchmark runs, so that a verdict needs more pairs.",
                   "sudo cpupower frequency-set -g performance", "%s", governor);
    if (read_word("/sys/devices/system/cpu/cpufreq/boost", boost, sizeof boost))
        doctor_row(list, "CPU boost", 1, "", "", "%s; ratios within one run do not depend on it",
                   *boost == '1' ? "on" : "off");
    if (read_word("/sys/kernel/mm/transparent_hugepage/enabled", thp, sizeof thp))
        doctor_row(list, "huge pages", strstr(thp, "[never]") == NULL,
                   "Large matrices pay for TLB misses that other machines do not have.",
                   "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled", "%s", thp);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    doctor_row(list, "cores", cores > 1, "Timed runs share their core with every other program.", "", "%ld", cores);
}

/* The first device that Linux lists, one in software (rxe) as well; RIDGE_RDMA names another place for the list. */
static void rdma(json_t *list)
{
    const char *root = getenv("RIDGE_RDMA");
    char name[NAME_MAX + 1] = "", path[PATH_MAX], layer[32] = "", rate[64] = "", state[32] = "";
    root = root ? root : "/sys/class/infiniband";
    DIR *dir = opendir(root);
    for (struct dirent *e; dir && !*name && (e = readdir(dir));)
        if (e->d_name[0] != '.')
            snprintf(name, sizeof name, "%s", e->d_name);
    if (dir)
        closedir(dir);
    snprintf(path, sizeof path, "%s/%s/ports/1/link_layer", root, name);
    read_word(path, layer, sizeof layer);
    snprintf(path, sizeof path, "%s/%s/ports/1/rate", root, name);
    read_word(path, rate, sizeof rate);
    snprintf(path, sizeof path, "%s/%s/ports/1/state", root, name);
    read_word(path, state, sizeof state);
    int none = !*name;
    doctor_row(list, "RDMA", !none && strstr(state, "ACTIVE"),
               none ? "No lab needs a device: h02-rdma-verbs's look at one, `ridge calibrate --rdma`, is skipped."
                    : "No packet leaves the port.",
               none ? "modprobe rdma_rxe; rdma link add rxe0 type rxe netdev eth0   (one in software, by rdma-core)"
                    : "rdma link   (shows the port, and ibstat why it is down)",
               none ? "no device%s%s%s%s" : "%s, %s, %s, %s", name, layer, rate, state);
}

static void inotify(json_t *list)
{
    int fd = inotify_init1(IN_CLOEXEC);
    doctor_row(list, "inotify", fd >= 0, "`ridge watch` looks at the files once a second.",
               "sudo sysctl fs.inotify.max_user_instances=512", "%s",
               fd >= 0 ? "a file that is saved is noticed at once" : strerror(errno));
    if (fd >= 0)
        close(fd);
}

void doctor_machine(struct cli *c, json_t *list)
{
    sandbox(c, list);
    perf(list);
    clocks(list);
    rdma(list);
    inotify(list);
}
