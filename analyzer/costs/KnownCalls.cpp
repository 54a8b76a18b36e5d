//===-- KnownCalls.cpp - Functions of libraries that return ---------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of functions of the C library that call nothing of the program. Stubs
// of dynamic linking have their names. In a static program no name says that a
// function is the library's.
//
//===----------------------------------------------------------------------===//

#include "costs/KnownCalls.h"
#include "code/PltStubs.h"
#include "llvm/ADT/StringSet.h"

using namespace gmon;
using namespace llvm;

/// They end soon.
static constexpr StringLiteral Quick =
    "memcpy memmove memset memcmp memchr memrchr mempcpy memmem memccpy "
    "rawmemchr __memcpy_chk __memmove_chk __memset_chk __mempcpy_chk "
    "strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp "
    "strncmp strcasecmp strncasecmp strcoll strxfrm strchr strchrnul strrchr "
    "strstr strcasestr strspn strcspn strpbrk strtok strtok_r strsep strdup "
    "strndup strerror strerror_r __xpg_strerror_r strsignal __strcpy_chk "
    "__strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk "
    "strtol strtoul strtoll strtoull strtod strtof strtold strtoimax "
    "strtoumax __isoc23_strtol __isoc23_strtoul __isoc23_strtoll "
    "__isoc23_strtoull atoi atol atoll atof abs labs llabs div ldiv lldiv "
    "malloc calloc realloc reallocarray free aligned_alloc posix_memalign "
    "memalign malloc_usable_size malloc_trim "
    "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location "
    "isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace "
    "isupper isxdigit tolower toupper isascii toascii "
    "sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp "
    "exp2 expm1 exp10 log log2 log10 log1p pow sqrt cbrt hypot floor ceil "
    "round trunc rint nearbyint lround llround lrint llrint fmod remainder "
    "modf frexp ldexp scalbn ilogb logb fabs fmin fmax fma copysign nextafter "
    "erf erfc tgamma lgamma fdim sincos sinf cosf tanf asinf acosf atanf "
    "atan2f sinhf coshf tanhf expf exp2f logf log2f log10f powf sqrtf cbrtf "
    "hypotf floorf ceilf roundf truncf rintf fmodf modff frexpf ldexpf fabsf "
    "sqrtl powl expl logl floorl ceill fmodl sincosf "
    "rand srand rand_r random srandom drand48 srand48 lrand48 mrand48 "
    "time clock clock_gettime gettimeofday times getrusage localtime "
    "localtime_r gmtime gmtime_r mktime timegm strftime difftime asctime "
    "ctime tzset getenv secure_getenv setenv unsetenv putenv "
    "getpid getppid gettid getuid geteuid getgid getegid getpagesize sysconf "
    "isatty fileno ferror feof clearerr umask getcwd setlocale localeconv "
    "nl_langinfo bindtextdomain textdomain gettext dcgettext dgettext "
    "sigemptyset sigfillset sigaddset sigdelset sigismember signal sigaction "
    "sprintf snprintf vsprintf vsnprintf __sprintf_chk __snprintf_chk "
    "__vsprintf_chk __vsnprintf_chk sscanf __isoc99_sscanf __isoc23_sscanf "
    "mbrtowc mbtowc wcrtomb wctomb mbstowcs wcstombs mbrlen mbsinit btowc "
    "wctob wcslen iswalpha iswdigit iswspace iswprint iswalnum wcwidth "
    "setvbuf setbuf stat fstat lstat access fcntl ioctl mmap munmap mprotect "
    "madvise getopt getopt_long atexit __cxa_atexit "
    "_setjmp setjmp __sigsetjmp sigsetjmp "
    "pthread_self pthread_mutex_init pthread_mutex_destroy "
    "pthread_mutex_unlock pthread_mutex_trylock pthread_cond_init "
    "pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast "
    "pthread_attr_init pthread_attr_destroy pthread_getspecific "
    "pthread_setspecific pthread_key_create "
    "_ZdlPv _ZdaPv _ZdlPvm _ZdaPvm __cxa_allocate_exception "
    "__cxa_free_exception __cxa_guard_acquire __cxa_guard_release "
    "_ZNKSt9exception4whatEv";

/// They can wait: for a file, or for another thread. A thread that waits may be
/// canceled, and may wait when the program ends.
static constexpr StringLiteral Waiting =
    "fopen fopen64 freopen fdopen fclose fflush fread fwrite fgetc fputc getc "
    "putc getchar putchar ungetc fgets fputs puts perror fprintf printf "
    "vfprintf vprintf __fprintf_chk __printf_chk __vfprintf_chk __vprintf_chk "
    "fseek fseeko fseeko64 ftell ftello ftello64 rewind fgetpos fsetpos "
    "getline getdelim fscanf scanf __isoc99_fscanf __isoc23_fscanf "
    "_IO_getc _IO_putc __overflow __uflow fread_unlocked fwrite_unlocked "
    "fputs_unlocked fputc_unlocked putc_unlocked getc_unlocked tmpfile "
    "open open64 openat creat close read write pread pwrite pread64 pwrite64 "
    "readv writev lseek lseek64 fsync fdatasync ftruncate unlink rename "
    "remove mkdir rmdir opendir readdir closedir chmod fchmod chown fchown "
    "utime utimes utimensat futimens system popen pclose pipe dup dup2";

/// A program that calls one of them may have its own code called by the C
/// library, or threads that end where they wait.
static constexpr StringLiteral Unusual =
    "pthread_cancel fopencookie funopen register_printf_function "
    "register_printf_specifier swapcontext setcontext";

static StringSet<> setOf(StringRef Names) {
  StringSet<> Result;
  SmallVector<StringRef> Each;
  Names.split(Each, ' ');
  for (StringRef Name : Each)
    Result.insert(Name);
  return Result;
}

KnownCalls::KnownCalls(const Image &Program) {
  const StringSet<> QuickNames = setOf(Quick), WaitingNames = setOf(Waiting),
                    UnusualNames = setOf(Unusual);
  const PltStubs Stubs = PltStubs::findAll(Program);
  for (const Transfer &Jump : Stubs.jumps())
    OwnFunctions[Jump.From] = Jump.Target;
  bool MayWaitForever = false;
  for (const Symbol &Stub : Stubs.symbols()) {
    StringRef Name = Stub.Name;
    Name.consume_back("@plt");
    if (UnusualNames.contains(Name))
      return;
    MayWaitForever |=
        Name == "pthread_create" || Name == "thrd_create" || Name == "clone";
  }
  for (const Symbol &Stub : Stubs.symbols()) {
    StringRef Name = Stub.Name;
    Name.consume_back("@plt");
    if (Name == "__cxa_begin_catch" || Name == "_Unwind_Resume")
      Ends[Stub.Address] = CallEnd::Catches;
    else if (QuickNames.contains(Name) ||
             (!MayWaitForever && WaitingNames.contains(Name)))
      Ends[Stub.Address] = CallEnd::Returns;
    else if (Name.starts_with("_Z"))
      Ends[Stub.Address] = CallEnd::Throws;
  }
  // They lead to functions of the program, which may replace the library's.
  for (const Transfer &Jump : Stubs.jumps())
    Ends.erase(Jump.From);
}
