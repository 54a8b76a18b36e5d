//===-- OrderSearch.cpp - Searches an order with light arcs back ----------===//
//
// Part of llvm-gprof, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Improves a greedy order (Eades, Lin and Smyth, "A Fast and Effective
// Heuristic for the Feedback Arc Set Problem", 1993): moves one node at a time
// to its best place until no move helps. Then it moves a few nodes at random,
// improves the order around them, and undoes changes that make it worse.
//
//===----------------------------------------------------------------------===//

#include "graph/OrderSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <limits>
#include <queue>
#include <random>

using namespace gmon;
using namespace llvm;

namespace {

/// The order is a list of the nodes with ascending labels. So a move is cheap,
/// and so is a comparison of two nodes.
class LocalSearch {
public:
  LocalSearch(uint32_t NumNodes, ArrayRef<WeightedArc> Arcs, WorkBudget &Budget)
      : NumNodes(NumNodes), Budget(Budget), Starts(NumNodes + 1),
        Neighbours(2 * Arcs.size()), Next(NumNodes + 1), Previous(NumNodes + 1),
        Labels(NumNodes + 1), IsQueued(NumNodes) {
    for (const WeightedArc &A : Arcs) {
      ++Starts[A.From + 1];
      ++Starts[A.To + 1];
    }
    for (uint32_t Node = 0; Node < NumNodes; ++Node)
      Starts[Node + 1] += Starts[Node];
    std::vector<size_t> Free(Starts.begin(), Starts.end() - 1);
    for (const WeightedArc &A : Arcs) {
      Neighbours[Free[A.From]++] = {A.To, true, A.Weight};
      Neighbours[Free[A.To]++] = {A.From, false, A.Weight};
    }
  }

  std::vector<uint32_t> run() {
    std::vector<uint32_t> Order = greedyOrder();
    Budget.spend(Neighbours.size());
    setOrder(Order);
    for (uint32_t Node : Order)
      enqueue(Node);
    improve();
    improveFromRandomMoves();
    return currentOrder();
  }

private:
  /// The other end of an arc of a node.
  struct Neighbour {
    uint32_t Node;
    bool IsChild;
    int64_t Weight;
    /// The weight of arcs back if the node goes behind its neighbour.
    int64_t change() const { return IsChild ? Weight : -Weight; }
  };
  /// A node that was moved, and its previous predecessor.
  struct Move {
    uint32_t Node;
    uint32_t Before;
  };

  ArrayRef<Neighbour> neighboursOf(uint32_t Node) const {
    return ArrayRef(Neighbours)
        .slice(Starts[Node], Starts[Node + 1] - Starts[Node]);
  }

  /// Moves nodes without children to the end, and nodes without parents to the
  /// front. If there are none, moves the node with the greatest surplus of
  /// outgoing weight to the front.
  std::vector<uint32_t> greedyOrder() const {
    struct Remaining {
      int64_t Balance = 0; ///< weight of outgoing arcs minus that of incoming
                           ///< ones
      size_t NumChildren = 0;
      size_t NumParents = 0;
      bool IsTaken = false;
    };
    std::vector<Remaining> States(NumNodes);
    std::priority_queue<std::pair<int64_t, uint32_t>> ByBalance;
    std::vector<uint32_t> Ends; // nodes without parents or children
    for (uint32_t Node = 0; Node < NumNodes; ++Node) {
      Remaining &State = States[Node];
      for (const Neighbour &Other : neighboursOf(Node)) {
        State.Balance += Other.change();
        ++(Other.IsChild ? State.NumChildren : State.NumParents);
      }
      ByBalance.push({State.Balance, Node});
      if (State.NumChildren == 0 || State.NumParents == 0)
        Ends.push_back(Node);
    }

    std::vector<uint32_t> Front, Back;
    auto Take = [&](uint32_t Node) {
      Remaining &State = States[Node];
      State.IsTaken = true;
      bool IsLast = State.NumChildren == 0 && State.NumParents != 0;
      (IsLast ? Back : Front).push_back(Node);
      for (const Neighbour &Other : neighboursOf(Node)) {
        Remaining &Rest = States[Other.Node];
        if (Rest.IsTaken)
          continue;
        Rest.Balance += Other.change();
        if (--(Other.IsChild ? Rest.NumParents : Rest.NumChildren) == 0)
          Ends.push_back(Other.Node);
        else
          ByBalance.push({Rest.Balance, Other.Node});
      }
    };
    while (Front.size() + Back.size() < NumNodes) {
      uint32_t Node;
      if (!Ends.empty()) {
        Node = Ends.back();
        Ends.pop_back();
      } else {
        auto [Balance, Best] = ByBalance.top();
        ByBalance.pop();
        if (Balance != States[Best].Balance)
          continue; // the node has another entry
        Node = Best;
      }
      if (!States[Node].IsTaken)
        Take(Node);
    }
    Front.insert(Front.end(), Back.rbegin(), Back.rend());
    return Front;
  }

  std::vector<uint32_t> currentOrder() const {
    std::vector<uint32_t> Order;
    Order.reserve(NumNodes);
    for (uint32_t Node = Next[NumNodes]; Node != NumNodes; Node = Next[Node])
      Order.push_back(Node);
    return Order;
  }

  void setOrder(ArrayRef<uint32_t> Order) {
    uint32_t Last = NumNodes;
    for (uint32_t Node : Order) {
      Next[Last] = Node;
      Previous[Node] = Last;
      Last = Node;
    }
    Next[Last] = NumNodes;
    Previous[NumNodes] = Last;
    relabel();
  }

  /// Gives the nodes labels with large gaps; the label of the front is 0.
  void relabel() {
    const uint64_t Step = std::numeric_limits<uint64_t>::max() / (NumNodes + 1);
    uint64_t Label = 0;
    for (uint32_t Node = Next[NumNodes]; Node != NumNodes; Node = Next[Node])
      Labels[Node] = Label += Step;
    Budget.spend(NumNodes);
  }

  void unlink(uint32_t Node) {
    Next[Previous[Node]] = Next[Node];
    Previous[Next[Node]] = Previous[Node];
  }

  void insertAfter(uint32_t Node, uint32_t Place) {
    uint32_t Following = Next[Place];
    Next[Place] = Previous[Following] = Node;
    Previous[Node] = Place;
    Next[Node] = Following;
    uint64_t End = Following == NumNodes ? std::numeric_limits<uint64_t>::max()
                                         : Labels[Following];
    Labels[Node] = Labels[Place] + (End - Labels[Place]) / 2;
    if (Labels[Node] == Labels[Place])
      relabel();
  }

  /// Sets Sorted to the neighbours of \p Node in the current order.
  void sortNeighbours(uint32_t Node) {
    ArrayRef<Neighbour> All = neighboursOf(Node);
    Sorted.assign(All.begin(), All.end());
    llvm::sort(Sorted, [this](const Neighbour &A, const Neighbour &B) {
      return Labels[A.Node] < Labels[B.Node];
    });
    Budget.spend(Sorted.size() + 1);
  }

  /// Returns the weight of the arcs back if the node of Sorted is at \p Label,
  /// minus the weight if it is at the front.
  int64_t weightAt(uint64_t Label) const {
    int64_t Weight = 0;
    for (const Neighbour &Other : Sorted) {
      if (Labels[Other.Node] >= Label)
        break;
      Weight += Other.change();
    }
    return Weight;
  }

  /// Moves \p Node behind \p Place. Its neighbours may have better places now.
  void moveTo(uint32_t Node, uint32_t Place) {
    Moves.push_back({Node, Previous[Node]});
    unlink(Node);
    insertAfter(Node, Place);
    for (const Neighbour &Other : neighboursOf(Node))
      enqueue(Other.Node);
  }

  void enqueue(uint32_t Node) {
    if (IsQueued[Node])
      return;
    IsQueued[Node] = true;
    Queue.push_back(Node);
  }

  /// Moves \p Node to its best place. Returns the change of the arcs' weight.
  int64_t moveToBest(uint32_t Node) {
    sortNeighbours(Node);
    int64_t Weight = 0, Least = 0;
    uint32_t Place = NumNodes;
    for (size_t I = 0; I < Sorted.size(); ++I) {
      Weight += Sorted[I].change();
      bool IsBehindAll =
          I + 1 == Sorted.size() || Sorted[I + 1].Node != Sorted[I].Node;
      if (IsBehindAll && Weight < Least) {
        Least = Weight;
        Place = Sorted[I].Node;
      }
    }
    int64_t Change = Least - weightAt(Labels[Node]);
    if (Change < 0)
      moveTo(Node, Place);
    return Change;
  }

  /// Moves nodes to their best places until the queue is empty. Returns the
  /// change of the weight of the arcs back.
  int64_t improve() {
    int64_t Change = 0;
    while (!Queue.empty()) {
      uint32_t Node = Queue.front();
      Queue.pop_front();
      IsQueued[Node] = false;
      if (!Budget.isSpent())
        Change += moveToBest(Node);
    }
    return Change;
  }

  /// Moves a node beside a neighbour. Returns the change of the weight.
  int64_t moveAtRandom() {
    uint32_t Node = Random() % NumNodes;
    sortNeighbours(Node);
    if (Sorted.empty())
      return 0;
    uint32_t Place = Sorted[Random() % Sorted.size()].Node;
    if (Random() % 2)
      Place = Previous[Place];
    if (Place == Node)
      return 0;
    int64_t OldWeight = weightAt(Labels[Node]);
    moveTo(Node, Place);
    return weightAt(Labels[Node]) - OldWeight;
  }

  /// Repeatedly moves nodes at random, improves the order around them, and
  /// undoes changes that make it worse.
  void improveFromRandomMoves() {
    constexpr uint64_t WorkForEachArc = 512;
    constexpr unsigned MaxMoves = 4;
    // Uses half of the budget, so that the next graph can be searched, too.
    uint64_t Work =
        std::min(Budget.left() / 2, WorkForEachArc * Neighbours.size());
    const uint64_t Reserve = Budget.left() - Work;
    while (Budget.left() > Reserve) {
      Moves.clear();
      int64_t Change = 0;
      for (unsigned I = 1 + Random() % MaxMoves; I > 0; --I)
        Change += moveAtRandom();
      Change += improve();
      if (Change <= 0)
        continue;
      for (const Move &Done : reverse(Moves)) {
        unlink(Done.Node);
        insertAfter(Done.Node, Done.Before);
      }
    }
  }

  const uint32_t NumNodes;
  WorkBudget &Budget;
  std::vector<size_t> Starts;
  std::vector<Neighbour> Neighbours;

  /// The list; NumNodes represents its two ends.
  std::vector<uint32_t> Next, Previous;
  std::vector<uint64_t> Labels;
  std::vector<Move> Moves;       ///< since the last change that was kept
  std::vector<Neighbour> Sorted; ///< of one node, by label
  std::deque<uint32_t> Queue;    ///< nodes that a move might improve
  std::vector<bool> IsQueued;
  std::mt19937 Random; ///< has a fixed seed: the same numbers each time
};

} // namespace

std::vector<uint32_t> gmon::searchOrder(uint32_t NumNodes,
                                        ArrayRef<WeightedArc> Arcs,
                                        WorkBudget &Budget) {
  return LocalSearch(NumNodes, Arcs, Budget).run();
}
