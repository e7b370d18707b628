"""What training needs of the compiled core."""
