//===-- CallFacts.cpp - What calls tell about the flow --------------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An arc has the address of a call. That of a function that was entered by a
// jump at the end of another has the address of the call of the latter.
//
//===----------------------------------------------------------------------===//

#include "costs/CallFacts.h"
#include "code/PltStubs.h"
#include "gmon/abi.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
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
  SmallVector<StringRef> Words;
  Names.split(Words, ' ');
  for (StringRef Name : Words)
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

CallFacts::CallFacts(ArrayRef<DecodedFunction> Functions, const OwnCode &Own,
                     const KnownCalls &Known, const Profile &Data)
    : Functions(Functions), Own(Own), Known(Known), Of(Functions.size()) {
  for (auto [I, Function] : enumerate(Functions))
    Starts[Function.Flow->Code.Low] = I;
  for (size_t I = 0; I < Functions.size(); ++I)
    findCalls(I);
  readArcs(Data);
}

/// The function that \p Address is an entry of.
size_t CallFacts::functionAt(uint64_t Address) const {
  if (auto Found = Starts.find(Address); Found != Starts.end())
    return Found->second;
  auto Found = Starts.find(Address - GMON_EARLY_HOOK_SIZE);
  // Without a hook, it may be another function behind a short one.
  return Found != Starts.end() && Functions[Found->second].Flow->hasHookPiece()
             ? Found->second
             : None;
}

/// Whether the jump to \p Target, or to an unknown one, behind \p Piece of \p
/// Flow enters a function: another one, or the same one again.
static bool entersFunction(const FlowFunction &Flow, const FlowPiece &Piece,
                           std::optional<uint64_t> Target) {
  if (!Piece.has(GMON_FLOW_LEFT))
    return false;
  if (!Target)
    return Piece.Successors.empty();
  return !Flow.Code.contains(*Target) ||
         none_of(Piece.Successors, [&](uint32_t Next) {
           return Flow.Pieces[Next].Code.Low == *Target;
         });
}

void CallFacts::findCalls(size_t Function) {
  const FlowFunction &Flow = *Functions[Function].Flow;
  Facts &Mine = Of[Function];
  for (auto [Piece, Code, Number] :
       zip(Flow.Pieces, Functions[Function].Pieces, seq(Flow.Pieces.size()))) {
    for (const CodeInstruction &Inst : Code) {
      const bool IsLast = &Inst == &Code.back();
      const bool IsJump =
          Inst.IsBranch && IsLast && entersFunction(Flow, Piece, Inst.Target);
      if (!IsJump && (!Inst.IsCall || Piece.has(GMON_FLOW_OWN) ||
                      (Inst.Target && Own.isRuntime(*Inst.Target))))
        continue;
      Call New;
      New.Piece = uint32_t(Number);
      New.Start = Inst.Address;
      New.End = Inst.end();
      New.Target = Inst.Target.value_or(0);
      New.Callee = Inst.Target ? functionAt(*Inst.Target) : None;
      New.IsJump = IsJump;
      New.EndsPiece = IsLast && Piece.has(GMON_FLOW_LEFT) && !IsJump;
      Mine.HasJump |= IsJump && New.Callee != Function;
      Mine.Calls.push_back(std::move(New));
    }
  }
}

CallFacts::Call *CallFacts::callOf(uint64_t Address, size_t Callee) {
  auto Function = partition_point(Functions, [&](const DecodedFunction &F) {
    return F.Flow->Code.High <= Address;
  });
  if (Function == Functions.end() || Address < Function->Flow->Code.Low)
    return nullptr;
  ArrayRef<FlowPiece> Pieces = Function->Flow->Pieces;
  auto First = partition_point(
      Pieces, [&](const FlowPiece &P) { return P.Code.High <= Address; });
  std::vector<Call> &Calls = Of[Function - Functions.begin()].Calls;
  // The code generator may have put other code in front of the call, or have
  // merged it with an equal one: then it is the first on a path from there.
  Call *Result = nullptr;
  SmallVector<size_t> Open = {size_t(First - Pieces.begin())};
  SmallDenseSet<size_t> Seen;
  while (!Open.empty()) {
    const size_t Number = Open.pop_back_val();
    if (Number == Pieces.size() || !Seen.insert(Number).second)
      continue;
    const AddressRange &Code = Pieces[Number].Code;
    const uint64_t Start = Code.contains(Address) ? Address : Code.Low;
    auto Next = llvm::partition_point(
        Calls, [&](const Call &C) { return C.End <= Start; });
    if (Next == Calls.end() || Next->End > Code.High) {
      append_range(Open, Pieces[Number].Successors);
      continue;
    }
    if (Next->Callee == Callee)
      return &*Next;
    // A call through a pointer, or of a function that enters the callee by a
    // jump, rather than one of code that is not described.
    auto Rank = [](const Call &C) { return !C.Target ? 2 : C.Callee != None; };
    if (!Result || Rank(*Result) < Rank(*Next))
      Result = &*Next;
  }
  return Result;
}

void CallFacts::readArcs(const Profile &Data) {
  for (const RawArc &Arc : Data.Arcs) {
    // A hook that is a call names itself, behind the start of the function.
    auto Callee = Starts.upper_bound(Arc.Self);
    if (Callee == Starts.begin() ||
        !Functions[(--Callee)->second].Flow->Code.contains(Arc.Self))
      continue;
    Facts &Its = Of[Callee->second];
    Its.Arcs += Arc.Count;
    Call *Caller = callOf(Arc.From, Callee->second);
    const bool SkipsHook = Caller && Caller->Callee == Callee->second &&
                           Caller->Target != Callee->first;
    if (!SkipsHook)
      Its.HookCalls += Arc.Count;
    if (Caller)
      Caller->Arcs[Callee->second] += Arc.Count;
  }
  for (const BlockCount &Block : Data.Blocks)
    if (auto Found = Starts.find(Block.Address); Found != Starts.end())
      Of[Found->second].Entries += Block.Count;
}

std::vector<FlowSum> CallFacts::sumsOf(size_t Function) const {
  std::vector<FlowSum> Result;
  // Copies of a call that the caller counts have their arcs together.
  std::map<size_t, FlowSum> Groups;
  for (const Call &C : Of[Function].Calls) {
    if (C.Callee == None || C.IsJump)
      continue;
    // If the callee enters others by jumps, these may enter it again.
    const Facts &Its = Of[C.Callee];
    if (Its.Arcs != Its.Entries || Its.HasJump)
      continue;
    const bool HookCounts = Functions[C.Callee].Flow->hasHookPiece() &&
                            C.Target == Functions[C.Callee].start();
    FlowSum Single;
    FlowSum &Sum = HookCounts ? Single : Groups[C.Callee];
    Sum.Pieces.push_back(C.Piece);
    Sum.Count += C.arcsTo(C.Callee);
    if (HookCounts)
      Result.push_back(std::move(Single));
  }
  for (auto &[Callee, Sum] : Groups)
    // Two calls in one piece are a multiple of its count.
    if (std::adjacent_find(Sum.Pieces.begin(), Sum.Pieces.end()) ==
        Sum.Pieces.end())
      Result.push_back(std::move(Sum));
  return Result;
}

void CallFacts::visitCalls(
    size_t Function, ArrayRef<CountRange> Counts,
    function_ref<void(const ExecutedCall &)> Visit) const {
  for (const Call &C : Of[Function].Calls) {
    if (C.Target)
      Visit({C.Start,
             C.Callee == None ? Known.behindStub(C.Target)
                              : Functions[C.Callee].start(),
             Counts[C.Piece].Estimate});
    else
      for (auto [Callee, Count] : C.Arcs)
        Visit({C.Start, Functions[Callee].start(), Count});
  }
}

void CallFacts::note(size_t Function, const FlowSolution &Solution) {
  Facts &Mine = Of[Function];
  Mine.Left = {0, 0};
  auto Add = [](uint64_t &Sum, uint64_t Value) {
    Sum = std::min(SaturatingAdd(Sum, Value), NoBound);
  };
  for (Call &C : Mine.Calls) {
    const bool IsCertain = Solution.isConsistent();
    const CountRange &Count = Solution.pieces()[C.Piece];
    C.Most = IsCertain ? Count.High : NoBound;
    if (Count.High && C.Target && Known.endOf(C.Target) == CallEnd::Catches)
      HasCaught = true;
    if (!C.EndsPiece)
      continue;
    const Bounds Left = Solution.leaving(C.Piece);
    Add(Mine.Left.Low, IsCertain ? Left.Low : 0);
    Add(Mine.Left.High, IsCertain ? Left.High : NoBound);
  }
  // Control that a call did not return may have come back to a handler, or to
  // where setjmp returns.
  const FlowFunction &Flow = *Functions[Function].Flow;
  for (size_t I = Functions[Function].Flow->hasHookPiece() ? 2 : 1;
       I < Solution.pieces().size(); ++I)
    if (Flow.Pieces[I].has(GMON_FLOW_ENTERED))
      Mine.Left.Low -= std::min(Mine.Left.Low, Solution.pieces()[I].High);
}

/// Whether \p C may not come back because of code without description.
bool CallFacts::isSource(const Call &C) const {
  if (C.Callee != None)
    return false;
  if (!C.Target) {
    // What the arcs do not account for led elsewhere.
    uint64_t Sum = 0;
    for (auto [Callee, Count] : C.Arcs)
      Sum = SaturatingAdd(Sum, Count);
    return Sum < C.Most;
  }
  switch (Known.endOf(C.Target)) {
  case CallEnd::Returns:
    return false;
  case CallEnd::Throws:
    return HasCaught;
  case CallEnd::Catches:
  case CallEnd::Unknown:
    return true;
  }
  llvm_unreachable("an end without a case");
}

void CallFacts::findLeaving() {
  std::vector<std::vector<size_t>> Callers(Of.size());
  std::vector<size_t> Work;
  for (auto [I, Mine] : enumerate(Of)) {
    Mine.MayBeLeft = false;
    for (const Call &C : Mine.Calls) {
      if (!C.Most || !(C.EndsPiece || C.IsJump))
        continue;
      if (C.Callee != None)
        Callers[C.Callee].push_back(I);
      // Also those that the callee entered by a jump.
      for (auto [Callee, Count] : C.Arcs)
        Callers[Callee].push_back(I);
      if (!Mine.MayBeLeft && isSource(C)) {
        Mine.MayBeLeft = true;
        Work.push_back(I);
      }
    }
  }
  while (!Work.empty()) {
    const size_t Callee = Work.back();
    Work.pop_back();
    for (size_t Caller : Callers[Callee])
      if (!Of[Caller].MayBeLeft) {
        Of[Caller].MayBeLeft = true;
        Work.push_back(Caller);
      }
  }
}

/// How often \p C may not have come back.
Bounds CallFacts::leavingOf(const Call &C) const {
  if (isSource(C))
    return {};
  uint64_t Most = 0;
  auto AddCallee = [&](size_t Callee, uint64_t Calls) {
    const Facts &Its = Of[Callee];
    if (!Its.MayBeLeft)
      return;
    // Where a function jumps to another, its caller is left with the other.
    uint64_t Left = Its.HasJump ? NoBound : Its.Left.High;
    Most = std::min(SaturatingAdd(Most, std::min(Left, Calls)), NoBound);
  };
  if (C.Callee != None)
    AddCallee(C.Callee, NoBound);
  for (auto [Callee, Count] : C.Arcs)
    if (Callee != C.Callee)
      AddCallee(Callee, Count);
  Bounds Result{0, Most};
  // Its only call is where it is left.
  if (C.Callee != None && C.Arcs.size() == 1) {
    const Facts &Its = Of[C.Callee];
    if (!Its.HasJump && Its.Arcs == Its.Entries &&
        C.arcsTo(C.Callee) == Its.Entries)
      Result.Low = std::min(Its.Left.Low, Most);
  }
  return Result;
}

bool CallFacts::narrow(size_t Function, FlowProblem &Problem) const {
  bool HasChanged = false;
  for (const Call &C : Of[Function].Calls) {
    if (!C.EndsPiece)
      continue;
    const Bounds New = leavingOf(C);
    Bounds &Old = Problem.Nodes[C.Piece].Left;
    if (Old.Low >= New.Low && Old.High <= New.High)
      continue;
    Old = {std::max(Old.Low, New.Low), std::min(Old.High, New.High)};
    HasChanged = true;
  }
  return HasChanged;
}
