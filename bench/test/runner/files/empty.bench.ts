import '@slipring/bench'
