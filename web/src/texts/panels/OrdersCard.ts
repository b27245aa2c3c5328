/** The texts of panels/OrdersCard.tsx. */

export const standingOrders = "Standing orders";
export const answersGivenInAdvanceWhen =
  "Answers given in advance. When the question comes up, the game answers it for you, so the other side need not wait. Only you can see your orders.";
export const askMe = "Ask me";
export const fromNowOn = "From now on";
export const always = "Always:";
export const cancelAll = "Cancel all";
export const youHaveNoStandingOrders = "You have no standing orders.";
export const advancedWriteAnOrder = "Advanced: write an order";
export const order = "Order";
export const addTheOrder = "Add the order";
export const nameTheQuestionByIts =
  "Name the question by its step or its kind (advance, retreat, loss, choose), conditions if you like, then the action as the journal writes it.";
