//===-- EntrySymbols.cpp - Labels and stubs of second entries -------------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols of second entries, in assembly: see EntrySymbols.h.
//
//===----------------------------------------------------------------------===//

#include "calls/EntrySymbols.h"
#include "ir/SymbolNames.h"
#include "target/Assembly.h"

#include "gmon/abi.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gmon {

/// The assembler symbol that is defined once the stub of the second entry
/// \p Symbol was assembled.
static std::string stubMark(StringRef Symbol) {
  return ".Lgmon_stub." + plainName(Symbol);
}

static constexpr char StubBegin[] = "# gmon stub ";
static constexpr char StubEnd[] = "# end of gmon stub";

void addStub(Module &M, const GlobalValue &Symbol,
             const GlobalValue &Function) {
  const std::string Name = symbolName(Symbol), Callee = symbolName(Function);
  const std::string Mark = stubMark(Name);
  const std::string Stub = quoteName(Name, AsmKind::Module);
  // The name of a linker's stub: readers of the symbol table find this
  // function.
  const std::string Alias = quoteName(Callee + "@plt", AsmKind::Module);
  bool IsUnwound = M.getUwtable() != UWTableKind::None;
  M.appendModuleInlineAsm(
      (StubBegin + Mark +
       // Modules that are merged may each have the stub.
       "\n.ifndef " + Mark + "\n.set " + Mark +
       ", 1\n.pushsection " GMON_STUB_SECTION ",\"axG\",@progbits," + Stub +
       ",comdat\n\t.hidden " + Stub + "\n\t.weak " + Stub + "\n\t.type " +
       Alias + ",@function\n\t.p2align 4\n" + Stub + ":\n" + Alias + ":" +
       (IsUnwound ? "\n\t.cfi_startproc" : "") +
       // No code: an instruction's constant. GNU ld makes a hidden function
       // local if there is a reference like the jump's. Its second name must
       // not be global then: gprof would prefer it.
       "\n\t.byte 0xa9\n\t.reloc ., R_X86_64_PLT32, " + Stub +
       "\n\t.long 0\n\t.skip " + Twine(GMON_ENTRY_OFFSET - 5) +
       ", 0x90\n\tjmp " + quoteName(Callee, AsmKind::Module) + "@PLT" +
       (IsUnwound ? "\n\t.cfi_endproc" : "") + "\n\t.size " + Alias + ", .-" +
       Stub + "\n\t.popsection\n.endif\n" + StubEnd)
          .str());
}

bool removeStubs(Module &M, ArrayRef<const GlobalValue *> Symbols) {
  StringSet<> Marks;
  for (const GlobalValue *Symbol : Symbols)
    Marks.insert(stubMark(symbolName(*Symbol)));
  StringRef Text = M.getModuleInlineAsm();
  std::string Kept;
  bool Changed = false;
  while (!Text.empty()) {
    StringRef Line = Text.take_until([](char C) { return C == '\n'; });
    size_t End = Line.size();
    if (StringRef Mark = Line;
        Mark.consume_front(StubBegin) && Marks.contains(Mark)) {
      size_t Last = Text.find(StubEnd);
      End = Last == StringRef::npos ? Text.size() : Last + strlen(StubEnd);
      Changed = true;
    } else {
      (Kept += Line) += '\n';
    }
    Text = Text.drop_front(std::min(End + 1, Text.size()));
  }
  if (Changed)
    M.setModuleInlineAsm(Kept);
  return Changed;
}

/// Begins the assembly of createLabel().
static constexpr char LabelText[] = ".Lgmon_here${:uid}:\n";

void createLabel(IRBuilderBase &Builder, GlobalValue &Label) {
  // By their names: an operand must be in the module, and may be written in a
  // way that directives do not read.
  const Function &F = *Builder.GetInsertBlock()->getParent();
  const std::string Name = quoteName(symbolName(F), AsmKind::Inline);
  const std::string Symbol = symbolName(Label);
  const std::string Own = quoteName(Symbol, AsmKind::Inline);
  Assembly Asm(Builder);
  Asm.add(LabelText + (".hidden " + Own + "\n"));
  // The module may have been merged with one that has a stub that removeStubs()
  // did not see. The stub stays in use then: hooks count the calls by it.
  Asm.add(".ifndef " + stubMark(Symbol) + "\n");
  // Assemblers make a symbol a function if it is set to one. This symbol is set
  // to an address at a distance from here.
  Asm.add(".globl " + Own + "\n\t.set " + Own +
          ", .Lgmon_here${:uid}-(.Lgmon_here${:uid}-" + Name + ")\n.endif");
  Asm.addOperand("i", &Label); // for labelOf()
  Builder.SetCurrentDebugLocation({});
  Asm.create();
}

const GlobalValue *labelOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const auto *Asm =
      Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  if (!Asm || !Asm->getAsmString().starts_with(LabelText))
    return nullptr;
  return dyn_cast<GlobalValue>(Call->getArgOperand(0));
}

} // namespace gmon
